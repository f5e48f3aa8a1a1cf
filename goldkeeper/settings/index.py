"""The `[index]` table: who says which model and chunker made the index."""

from typing import Literal

from pydantic import Field

from goldkeeper.settings.sections import Section


class IndexSettings(Section):
    """Which files tell what made the index that is evaluated: its passport. All of it may stay empty."""

    manifest: str = Field("", description="A JSON, TOML or YAML file that names model and chunker; empty: none.")
    embedding_model: str = Field(
        "embedding.model",
        description="Where in the manifest the model stands, dotted or as a JSON pointer (/embedding/model).",
    )
    embedding_revision: str = Field("embedding.revision", description="Where the model's revision stands there.")
    embedding_dimension: str = Field("embedding.dimension", description="Where the length of its vectors stands.")
    chunker_name: str = Field("chunker.name", description="Where the chunker's name stands.")
    chunker_version: str = Field("chunker.version", description="Where the chunker's version stands.")
    chunker_options: str = Field("chunker.options", description="Where the chunker's options stand, a table.")
    commit: str = Field("commit", description="Where the commit stands that was indexed.")
    chunks: str = Field("", description="The index's chunks as JSON lines; empty: none.")
    chunk_id: str = Field(
        "id", description="Field of the chunk list that holds an ID, read where path, start and end are not there."
    )
    chunk_path: str = Field(
        "path", description="Field of a chunk's path, from the repository's top; metadata.path is a field in a field."
    )
    chunk_start: str = Field("start", description="Field of a chunk's first line.")
    chunk_end: str = Field("end", description="Field of a chunk's last line.")
    chunk_symbol: str = Field("symbol", description="Field of a chunk's symbol.")
    chunk_lines_from: Literal[0, 1] = Field(1, description="The number that the list gives to a file's first line.")
    chunk_end_is: Literal["", "last", "behind"] = Field(
        "",
        description='What the list\'s end names: "last", the chunk\'s last line; "behind", the line behind it; empty:'
        ' "last", unless the list plainly says otherwise, which is then told.',
    )
    chunk_root: str = Field(
        "",
        description="What the list's paths begin with; empty: nothing, or the repository's folder.",
    )
    embedding_packages: tuple[str, ...] = Field(
        (), description="Packages that make the vectors; a new version in a lock file is an upgrade."
    )
    chunker_packages: tuple[str, ...] = Field(
        (), description="Packages that cut the chunks; a new version is an upgrade too."
    )
    lock_files: tuple[str, ...] = Field(
        (), description="Lock files that tell these versions, most telling first; empty looks for the usual ones."
    )
    follow_chunker: Literal["manifest", "configuration"] = Field(
        "manifest",
        description='Where the manifest names goldkeeper\'s own chunker: "manifest" takes its options,'
        ' "configuration" those of [chunker].',
    )
    pool_depth: int = Field(
        10, ge=1, description="How many chunks of a new model's ranking are to be judged for each query."
    )

    @property
    def pointers(self) -> dict[str, str]:
        """Key of this table → pointer into the manifest; those that are empty are not looked up."""
        keys = (
            "embedding_model",
            "embedding_revision",
            "embedding_dimension",
            "chunker_name",
            "chunker_version",
            "chunker_options",
            "commit",
        )
        return {key: pointer for key in keys if (pointer := getattr(self, key))}
