"""Headers of HTTP that let somebody in, as `curl -v`, a client's debug log or a printed dictionary shows them."""

from bot.redact.gone import GONE

_SCHEME = r"(?:(?:basic|bearer|token|digest|key|apikey|negotiate|ntlm|aws4-hmac-sha256)[ \t]{1,20})?"

_NAME = rf"[\w-]{{0,40}}(?:authorization[:=][ \t]{{0,20}}{_SCHEME}|cookie2?[:=][ \t]{{0,20}}(?=[^\s=;,]{{1,200}}=))"
"""With what stands before the secret. A cookie has a name; what else is said of cookies is talk."""

_OF_DICTIONARY = (
    r"(?:authorization\\?[\"']\s{0,20}[:=,]|authorization\s{0,20}[:=])\s{0,20}b?"
    r"|cookie2?\\?[\"']\s{0,20}[:=,]\s{0,20}b?(?=\\?[\"'][^\s=;,]{1,200}=)"
)

QUOTED = r"(?:(\\?)([\"']))(?:(?!\2\3)(?:\\{2,}.|\\.|.))+"
"""What stands in quotes, also in quotes that are quoted once more; the second and third group are the quote."""

HEADERS = (
    # all of it in quotes, as an option of curl: what follows the quote stays
    (rf"((?<![\w\\])(\\?[\"']){_NAME})(?:(?!\2)(?:\\.|[^\n]))+", rf"\1{GONE}"),
    (rf"({_OF_DICTIONARY}){QUOTED}", rf"\1\2\3{GONE}"),
    # bare: the whole rest of the line, for nobody knows where such a value ends
    (rf"((?<![\w\"'-]){_NAME})(?!b?\\?[\"'])[^\s][^\n]*", rf"\1{GONE}"),
)
"""Each with what stands in its place."""
