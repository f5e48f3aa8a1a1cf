"""HCL: what is cut, and what it is called; the sample files lie beside this one."""

from tests.chunking.cutting import table


def test_blocks_are_cut_by_their_address() -> None:
    expected = """
    1-3:terraform class
    6-19:resource.aws_instance.desk class
    9-11:resource.aws_instance.desk.ebs_block_device class
    13-18:resource.aws_instance.desk.dynamic.tag class
    15-17:resource.aws_instance.desk.dynamic.tag.content class
    21-23:data.aws_ami.linux class
    25-25:variable.tags class
    27-32:locals class
    34-36:module.network class
    38-40:output.address class
    """
    assert table("main.tf") == expected


def test_a_file_without_blocks_is_one_chunk() -> None:
    expected = """
    1-4:<module> module
    """
    assert table("vars.tfvars") == expected
