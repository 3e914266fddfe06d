"""What trainings print comes through as it was written: hiding it would hide the training."""

import pytest

from bot.redact import redact

HUGGING_FACE = """\
{'loss': 2.4137, 'grad_norm': 1.0625, 'learning_rate': 4.999e-05, 'epoch': 0.01, 'num_tokens': 1048576}
 12%|█▏        | 6000/50000 [2:13:07<16:14:51,  1.33s/it]
Saving model checkpoint to /workspace/checkpoints/checkpoint-6000
Configuration saved in /workspace/checkpoints/checkpoint-6000/config.json
tokenizer config file saved in /workspace/checkpoints/checkpoint-6000/tokenizer_config.json
Special tokens file saved in /workspace/checkpoints/checkpoint-6000/special_tokens_map.json
GPT2TokenizerFast(name_or_path='gpt2', vocab_size=50257, special_tokens={'bos_token': '<|endoftext|>',
 'eos_token': '<|endoftext|>', 'unk_token': '<|endoftext|>', 'pad_token': '[PAD]'}, clean_up=False)
"eos_token_id": 2, "pad_token": "<pad>", pad_token=0, eos_token=</s>, image_token: <image>, bos_token = '<s>'
Namespace(hub_token=None, use_auth_token=False, api_key=None, password=null, push_to_hub=False, lr=0.0003)
The attention mask and the pad token id were not set. Setting `pad_token_id` to `eos_token_id`:2
Token indices sequence length is longer than the specified maximum sequence length (1203 > 1024)
by passing `token=<your_token>` to from_pretrained, or use --token to log in
usage: train.py [-h] [--token TOKEN] [--api-key KEY] [--password PASSWORD] [-p PORT] [--lr LR]"""

TORCH = """\
[rank0]: torch.Size([8, 2048, 4096]) dtype=torch.bfloat16 device='cuda:0'
iteration     6000/   50000 | consumed samples: 1536000 | elapsed time per iteration (ms): 1330.2 | lm loss: 2.41E+00
loss_per_token: 0.00213 tokens_per_second=183204.7 time_per_token: 12.4ms cost_per_token=0.0000012 tok/s 9123
W1130 12:00:00.123000 140234 torch/distributed/run.py:793] Setting OMP_NUM_THREADS=1
NCCL version 2.21.5+cuda12.4 ncclUniqueId 0x7f3a2c commId 0x55d0c4b7e2a0d1f3
MASTER_ADDR=10.0.0.1 MASTER_PORT=29500 c10d://10.0.0.1:29500 rdzv 10.0.0.1:29500
torchrun --nproc_per_node 8 --rdzv-endpoint localhost:29500 train.py --max-tokens 512 --seq-len 4096
AssertionError: key mismatch: model.layers.0.self_attn.q_proj.weight vs transformer.h.0.attn.c_attn.weight
step 41000/50000 epoch:3/10 eta 0:12:30 mfu 41.2% mem 71.3GiB/79.2GiB lr=3.0e-04 gnorm 0.71 wall 98231"""

SHELL = """\
+ mkdir -p checkpoints logs
+ mkdir -p /workspace/checkpoints
+ ssh -p 22022 root@host -i key
+ docker run -p 8080:80 -u 1000:1000 img
+ cp -p model-00001-of-00007.safetensors backup
+ pytest -p no:randomly
HEAD is now at 0123456789abcdef0123456789abcdef01234567 fix: the tokenizer
commit 89abcdef0123456789abcdef0123456789abcdef sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08  model-00001-of-00007.safetensors
wandb: Run data is saved locally in wandb/run-20261130_120000-abcdefgh
wandb: Tracking run with wandb version 0.19.1, commit 0123456789abcdef0123456789abcdef01234567
Requirement already satisfied: scikit-learn-intelex in /opt/venv/lib/python3.11/site-packages (2024.7.0)
task-0123456789abcdef0123456789abcdef disk-usage-report-2026-11-30-full risk-parity-model-large-v2-0123456789
docker.io/library/python:3.11-slim nvcr.io/nvidia/pytorch:24.10-py3
api_key is not set; no password was given; the secret is to wait; signature of forward() changed
0000:1b:00.0 GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-5c1a9a3e-0b1c-7d7e-9b6e-6a3f2d1c0b9a)"""

PASSES = """\
pass 3/10 pass: 3/10 pass:3/10 pass=3 pass=12/12, pass=100% pass = 3 Passed=12 passed: 12 pass=12,fail=0
forward pass: 12.51ms backward_pass=0.1234 pass: 12.5ms/step pass=1.2e-05 pass: 0.132s pass=[1, 2, 3]
pass: 12/12 [00:12<00:00, 1.2it/s] pass=True pass=forward, step=2
pass: the forward pass took 12.3ms
{'pass': 3, 'fail': 0} {'pass': 'forward', 'phase': 'train'} second_pass=a1b2c3d4 bypass=cudagraph pass@1: 0.4123
PASS: test_loss_v2
PASS: tests/unit/test_a1.py::test_x1
pass: tests/unit/test_a1.py::test_x1
PWD=/workspace OLDPWD=/root pwd=~/run pwd=C:\\runs {'pwd': '/workspace'} pwd=$HOME
pwd: /workspace
pwd: workspace
db: user=bot pass=$DB_PASS or pass=<password>
Special token: reserved_special_token_12 next token: hello token: <|eot_id|> token: 128009
Jupyter token is required
Fortune cookie: a long life; cookies: 12
an authorization was asked for; Cookie: none"""

COMMANDS = """\
+ ssh -p22022 root@host nvidia-smi
+ sshpass -e ssh -p22022 root@host
+ mysql -h db -P3306 -p
+ docker run -p8080:80 -u1000:1000 img
+ curl -fsSL https://x.test/a.tar | tar -x -p
+ redis-cli -h 10.0.0.1 ping && ls -a checkpoints
+ ldapsearch -x -b dc=x -W
+ zip -r -q logs.zip logs -x cache && mkdir -p out
+ unzip -q data.zip -d /workspace/data
+ curl -b cookies.txt -c cookies.txt -fsSL https://x.test/a.tar
+ htpasswd -c .htpasswd me
+ openssl enc -d -aes-256-cbc -pass file:/workspace/pass -in a
+ smbclient //nas/data -U me -c ls
+ mount -U 1234 /workspace && lftp -u me sftp://host
+ python train.py \\
    --lr 1e-4 \\
    --bs 8"""


@pytest.mark.parametrize(
    "line",
    [*HUGGING_FACE.split("\n"), *TORCH.split("\n"), *SHELL.split("\n"), *PASSES.split("\n"), *COMMANDS.split("\n")],
)
def test_a_line_of_a_plausible_log_comes_through(line):
    """Losses, steps, bars, shapes, names of files, digests, help texts, commands."""
    assert line == redact(line)


@pytest.mark.parametrize("log", [HUGGING_FACE, TORCH, SHELL, PASSES, COMMANDS])
def test_a_plausible_log_comes_through_as_a_whole(log):
    """Nothing is taken for a part of the line before it either."""
    assert log == redact(log)
