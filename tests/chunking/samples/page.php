<html>
<body>
<?php
function row(string $cell): void
{ ?>
  <td><?= $cell ?></td>
<?php }
?>
<table>
<?php foreach ($rows as $row): ?>
  <tr><?php row($row); ?></tr>
<?php endforeach; ?>
</table>
</body>
</html>
