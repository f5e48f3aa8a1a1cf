"""`[web]`: where the pages and the API are served, and whom they believe."""

from ipaddress import ip_network

from pydantic import Field, field_validator

from goldkeeper.settings.sections import Section


class WebSettings(Section):
    """Review in the browser and the API (goldkeeper serve); needs the web extra."""

    host: str = Field(
        "127.0.0.1",
        min_length=1,
        description="Address to listen on; any but loopback asks for tokens (goldkeeper token add).",
    )
    port: int = Field(8765, ge=0, le=65535, description="Port; 0 takes a free one.")
    tokens: bool = Field(default=False, description="Ask for a token on this machine too.")
    allowed_hosts: tuple[str, ...] = Field(
        (), description="Host names under which the pages may be called, beside localhost and plain addresses."
    )
    certificate: str = Field("", description="PEM file of a TLS certificate; empty serves plain HTTP.")
    certificate_key: str = Field("", description="PEM file of the certificate's key.")
    proxies: tuple[str, ...] = Field(
        (), description='Addresses or networks of proxies that are believed, such as "10.0.0.2" or "10.1.0.0/16".'
    )
    identity_header: str = Field(
        "", description='Header in which these proxies name the judge, such as "X-Forwarded-User"; empty for none.'
    )
    max_body_kib: int = Field(256, ge=1, description="Larger requests are refused, in KiB.")
    code_host: str = Field(
        "",
        description="Link to code on a host of your own, such as"
        " https://code.example/shop/blob/{commit}/{path}#L{start}-L{end}; empty knows the usual hosts by git's remote.",
    )

    @field_validator("code_host")
    @classmethod
    def _leads_to_code(cls, value: str) -> str:
        if value and not (value.startswith(("https://", "http://")) and "{path}" in value):
            raise ValueError("write a link that begins with https:// and holds {path}")
        return value

    @field_validator("proxies")
    @classmethod
    def _networks(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for network in value:
            ip_network(network, strict=False)
        return value
