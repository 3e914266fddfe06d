"""Secrets as trainings print them: each shape is gone, and what stands around it stays."""

import pytest

from bot.redact import GONE, redact

A40 = "wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY01"
HEX40 = "0123456789abcdef0123456789abcdef01234567"
HF = "hf_AbCdEfGhIjKlMnOpQrStUvWxYz01234567"
GH = "AbCdEfGhIjKlMnOpQrStUvWxYz0123456789"
JWT = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P"

BY_THEMSELVES = [
    "AKIAIOSFODNN7EXAMPLE",
    "ASIAIOSFODNN7EXAMPLE",
    HF,
    f"ghp_{GH}",
    f"gho_{GH}",
    f"ghs_{GH}",
    f"ghu_{GH}",
    f"github_pat_11ABCDEFG0{GH}_{GH}",
    f"sk-{GH}",
    f"sk-proj-{GH}_{GH}-x",
    f"sk-ant-api03-{GH}-{GH}AA",
    f"sk-or-v1-{HEX40}",
    f"sk_live_{GH}",
    f"wandb_v1_{GH}_{GH}",
    "AIzaSyA0123456789abcdefghijklmnopqrstuv",
    f"ya29.{GH}",
    "glpat-AbCdEfGhIjKlMnOpQrSt",
    f"npm_{GH}",
    f"pypi-AgEIcHlwaS5vcmc{GH}",
    f"dckr_pat_{GH}",
    f"r8_{GH}",
    f"gsk_{GH}",
    f"nvapi-{GH}",
    f"rpa_{GH.upper()}",
    JWT,
    JWT[:60],
]
BY_WHAT_IS_SAID = [
    ("aws_secret_access_key {}", A40),
    ("aws_secret_access_key = {}", A40),
    ("AWS_SECRET_ACCESS_KEY={}", A40),
    ("AWS_SECRET_ACCESS_KEY: {}", A40),
    ("export AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE AWS_SESSION_TOKEN={}", "FwoGZXIvYXdzEBYaD"),
    ("AKIAIOSFODNN7EXAMPLE,{}", A40),
    ("AKIAIOSFODNN7EXAMPLE {}", A40),
    ("wandb: Paste an API key from your profile and hit enter: {}", HEX40),
    ("using api key {}", HEX40),
    ("wandb login {}", HEX40),
    ("wandb login --relogin {}", HEX40),
    ("machine api.wandb.ai login user password {}", HEX40),
    ("train.py --token {}", "madeup-77"),
    ("train.py --hf-token {} --lr 1e-4", "madeup-77"),
    ("train.py --hf_token={} --lr 1e-4", "madeup-77"),
    ("train.py --api-key {}", "madeup77"),
    ("train.py --api_key '{}'", "made up 77"),
    ("backup --password {}", "hunter2"),
    ("mysql -h db -u bot -p {}", "hunter2"),
    ("sshpass -p {} ssh root@host", "hunter2"),
    ("docker login -u me -p {} registry.test", "hunter2"),
    ("curl -u me:{} x", "hunter2"),
    ("curl --user me:{} x", "hunter2"),
    ("KAGGLE_KEY={}", HEX40[:32]),
    ("DB_PASS={}", "hunter2!"),
    ("Authorization: Token {}", "madeup7"),
    ("passphrase: {}", "correct-horse"),
    ("private_key={}", "made-up-key"),
    ("bucket/x?X-Amz-Credential={}&X-Amz-Date=20261130T000000Z", "AKIAMADEUP%2F20261130"),
    ("bucket/x?X-Amz-Signature={}", HEX40),
    ("bucket/x?X-Goog-Credential={}", "bot%40p.iam"),
    ("container/x?sv=2025-01-01&sig={}&se=2026", "Ab%2Bcd%2Fef0123456789%3D"),
    ("DefaultEndpointsProtocol=https;AccountName=a;AccountKey={}", "Ab+cd/ef0123456789=="),
    ("Endpoint=sb://x/;SharedAccessKey={}", "Ab+cd/ef0123456789="),
    ("bot: host=10.0.0.1 user=bot pass={}", "hunter2"),
    ("user=bot;pwd={}", "hunter2"),
    ("train.py --pass={} ", "hunter2"),
    ("SMTP_PASS: {}", "hunter2"),
    ("pass: {}", "hunter2"),
    ("pass = {}", "hunter2"),
    ("pass={}", "/hunter2"),
    ("Jupyter token: {}", "hunter"),
    ("token: {}", HEX40 + "01234567"),
    ("token: {}", "0b1e8d4c-77aa-4f0e-9c55-0d9a1f2e3b4c"),
    ("[I 12:00:00 ServerApp] /lab?token={}", HEX40),
]
WHOLE_LINES = [
    ("Authorization: {}", "madeup77"),
    ("> Authorization: {}", "madeup77"),
    ("Proxy-Authorization: Digest {}", 'username="bot", response="madeup77"'),
    ("Authorization: AWS4-HMAC-SHA256 {}", "Credential=MADEUP/s3, Signature=madeup77"),
    ("Authorization: {}", "Own key made, up 77"),
    ("Cookie: {}", "session=madeup77; theme=dark"),
    ("set-cookie: {}", "sid=madeup77; Path=/"),
    ("< Set-Cookie: {}", 'sid="made up"; HttpOnly'),
]
QUOTED = [
    ("{{'user': 'bot', 'pass': '{}'}}", "hunter 2"),
    ('{{"pwd": "{}", "n": 1}}', "hunter2"),
    ("headers={{'Authorization': '{}', 'Accept': '*/*'}}", "madeup77"),
    ("[(b'authorization', b'{}'), (b'accept', b'*/*')]", "Own made up 77"),
    ('{{"headers": {{"Cookie": "{}", "Accept": "*/*"}}}}', "theme=dark; sid=madeup77"),
    ('body=\'{{\\"Authorization\\": \\"{}\\", \\"n\\": 1}}\'', "madeup77"),
    ("curl -H 'Authorization: {}' https://x.test", "Own made up 77"),
    ('curl -H "Authorization: Digest {}" https://x.test', 'user=\\"bot\\", response=\\"madeup77\\"'),
    ("curl -H 'Cookie: {}' -H 'Accept: */*'", 'sid="made up"; theme=dark'),
]
COMMANDS = [
    ("+ sshpass -p{} rsync a b", "madeup"),
    ("+ sshpass -p{} rsync a b", "'made up'"),
    ("+ sshpass -p {} rsync a b", "'made up'"),
    ("+ sshpass -v -p {} ssh -p22022 root@host", "123456"),
    ("run ['sshpass', '-p{}', 'ssh', '-p22022']", "madeup"),
    ("run ['sshpass', '-p', '{}', 'ssh', '-p22022']", "made up"),
    ("+ mysql -uroot -p{}", "madeup"),
    ("+ /usr/bin/mysqldump -h db -P3306 -u root -p{} --all", '"made up"'),
    ("+ docker login -u me -p{} registry.test", "madeup"),
    ("+ curl -uuser:{} x", "madeup"),
    ("+ curl -sSu user:{} x", "123456"),
    ("+ curl -u'user:{}' x", "made up"),
    ("+ curl '-uuser:{}' x", "made up"),
    ("+ redis-cli -h 10.0.0.1 -p 6379 -a {} ping", "madeup"),
    ("+ redis-cli -a{} ping", "'made up'"),
    ("+ redis-cli --pass {} ping", "madeup"),
    ("run ['redis-cli', '-a', '{}', 'ping']", "made up"),
    ("+ ldapsearch -x -D cn=admin,dc=x -w {} -b dc=x", "madeup"),
    ("+ ldapwhoami -x -D cn=admin -w{}", "madeup"),
    ("+ unzip -P {} data.zip", "madeup"),
    ("+ smbclient //nas/data -U me%{} -c ls", "madeup"),
    ("+ smbclient //nas/data -U 'me%{}' -c ls", "made up"),
    ("+ openssl enc -d -aes-256-cbc -pass pass:{} -in a", "madeup"),
    ("+ lftp -u me,{} sftp://host", "madeup"),
    ("+ curl -b {} https://x.test", "session=madeup"),
    ("+ curl -sSb '{}' https://x.test", "session=made up; theme=dark"),
    ("+ curl --cookie '{}' https://x.test", "session=madeup"),
    ("+ htpasswd -b .htpasswd me {}", "madeup"),
    ("+ htpasswd -nb me {}", "madeup"),
]
ALL_LINES = BY_WHAT_IS_SAID + WHOLE_LINES + QUOTED + COMMANDS


@pytest.mark.parametrize("secret", BY_THEMSELVES)
def test_a_key_that_tells_its_kind_is_gone_wherever_it_stands(secret):
    """Of each provider whose keys begin with a mark."""
    for line in ("{}", "using {} now", "key:{},", "('{}')", "x={}&y=1"):
        assert secret[-8:] not in redact(line.format(secret))


@pytest.mark.parametrize(("line", "secret"), BY_WHAT_IS_SAID)
def test_a_key_without_a_mark_is_gone_by_what_is_said_of_it(line, secret):
    """By its name, its option or its place in an address; everything before it can still be read."""
    told = redact(line.format(secret))
    assert secret not in told
    assert GONE in told
    assert told.startswith(line.split("{}")[0].split("AKIA")[0])


@pytest.mark.parametrize(("line", "secret"), WHOLE_LINES)
def test_of_a_header_the_whole_rest_of_the_line_is_gone(line, secret):
    """Nobody knows where the value of one ends; the line after it stays."""
    assert f"{line.format(GONE)}\nstep 7" == redact(f"{line.format(secret)}\nstep 7")


@pytest.mark.parametrize(("line", "secret"), QUOTED + COMMANDS)
def test_of_what_stands_in_quotes_and_of_a_command_only_the_secret_is_gone(line, secret):
    """What stands after it tells what was run."""
    assert line.format(GONE) == redact(line.format(secret))


@pytest.mark.parametrize(
    ("lines", "shown"),
    [
        ("export HF_TOKEN=\\\nmadeup77", f"export HF_TOKEN={GONE}"),
        ("export HF_TOKEN=\\\n    madeup77", f"export HF_TOKEN={GONE}"),
        ("export HF_TOKEN=\\\r\nmadeup77", f"export HF_TOKEN={GONE}"),
        ("export HF_TOKEN=made\\\nup77", f"export HF_TOKEN={GONE}"),
        ("train.py \\\n  --token \\\n  madeup77 \\\n  --lr 1", f"train.py --token {GONE} --lr 1"),
    ],
)
def test_a_secret_on_the_line_after_a_backslash_is_gone(lines, shown):
    """A shell reads them as one, and so does whoever wants the key."""
    assert f"step 6\n{shown}\nstep 7" == redact(f"step 6\n{lines}\nstep 7")


def test_what_follows_an_option_stays():
    """The rest of the command line tells what was run."""
    assert f"train.py --token {GONE} --lr 1e-4 --out /workspace" == redact(
        "train.py --token abc123 --lr 1e-4 --out /workspace"
    )


@pytest.mark.parametrize("secret", [*BY_THEMSELVES, *(line.format(value) for line, value in ALL_LINES)])
def test_what_is_redacted_once_stays_as_it_is(secret):
    """A log that was redacted when it was written can be redacted when it is shown."""
    assert redact(secret) == redact(redact(secret))
