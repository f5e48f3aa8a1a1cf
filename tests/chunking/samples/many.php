<?php
namespace Library {
    class Loan { function renew() {} }
    function open() {}
}

namespace Library\Web {
    class Page {}
}

namespace {
    function main() {}
}
