"""Style and script."""

from fastapi import APIRouter, HTTPException, Response

from goldkeeper.web.assets import assets

router = APIRouter(include_in_schema=False)


@router.get("/static/{name}")
def static(name: str) -> Response:
    """One of the few files there are; its name holds its content's digest, so it may be kept for ever."""
    asset = assets().get(name)
    if asset is None:
        raise HTTPException(404, "Not here")
    return Response(asset.data, media_type=asset.kind, headers={"Cache-Control": "public, max-age=31536000, immutable"})
