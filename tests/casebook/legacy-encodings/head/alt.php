<?php
function gebühr($x) {
    return $x . ' € pro Stück';
}
