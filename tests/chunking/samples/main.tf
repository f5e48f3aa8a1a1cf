terraform {
  required_version = ">= 1.5"
}

# resource "fake" "fake" {}
resource "aws_instance" "desk" {
  ami = "ami-1"

  ebs_block_device {
    size = 8
  }

  dynamic "tag" {
    for_each = var.tags
    content {
      key = tag.key
    }
  }
}

data "aws_ami" "linux" {
  owners = ["amazon"]
}

variable "tags" { default = {} }

locals {
  name = "loans"
  text = <<-TEXT
    module "fake" {}
  TEXT
}

module "network" {
  source = "./network"
}

output "address" {
  value = aws_instance.desk.public_ip
}
