"""Keys whose first letters say whose they are, as their providers' own pages show them."""

_MARKS = (
    # AWS: an access key's id, with the secret where that follows as in a table
    r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?:[\s,:;\"'|]{1,10}[\w/+]{40}(?![\w/+]))?",
    r"(?:hf|api_org)_(?=[a-z]{0,40}[A-Z0-9])[A-Za-z0-9]{16,}",  # Hugging Face
    r"gh[oprsu]_[A-Za-z0-9]{16,}",  # GitHub
    r"github_pat_\w{16,}",
    r"sk-(?:proj|ant|or|svcacct|admin)-[\w-]{8,}",  # OpenAI, Anthropic, OpenRouter
    r"sk-(?=[a-z]{0,40}[A-Z0-9])[A-Za-z0-9]{20,}",
    r"[rs]k_(?:live|test)_[A-Za-z0-9]{8,}",  # Stripe
    r"wandb_v\d_\w{8,}",  # Weights & Biases
    r"AIza[\w-]{30,}",  # Google
    r"ya29\.[\w.-]{16,}",
    r"GOCSPX-[\w-]{16,}",
    r"gl(?:pat|dt|rt|rtr|cbt|ptt|ft|imt|agent|oas|soat|ffct)-[\w.-]{16,}",  # GitLab
    r"npm_[A-Za-z0-9]{30,}",
    r"pypi-Ag[\w-]{16,}",
    r"dckr_[op]at_[\w-]{16,}",  # Docker Hub
    r"r8_[A-Za-z0-9]{30,}",  # Replicate
    r"gsk_[A-Za-z0-9]{30,}",  # Groq
    r"rpa_[A-Za-z0-9]{30,}",  # RunPod
    r"nvapi-[\w-]{30,}",  # NVIDIA
    r"eyJ[\w-]{14,1000}(?:\.[\w-]{1,4000}){0,4}",  # a JSON web token, RFC 7519
)

MARKED = rf"(?<![A-Za-z0-9])(?:{'|'.join(_MARKS)})"
"""The end may be cut off, as a long line's is. Letters count as they are written, large or small."""
