<?php
class Desk
{
    function open()
    {
        a();
    }

    function broken($x
    {
        $y = ;
    }

    function close()
    {
        b();
    }
}
