--TEST--
A profile that PDO creates without calling the constructor is empty
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
$statement = (new PDO('sqlite::memory:'))->query("SELECT 'XHProf\\Profile'");
$profile = $statement->fetchAll(PDO::FETCH_CLASS | PDO::FETCH_CLASSTYPE)[0];

echo get_class($profile), "\n";
echo count($profile->pairs()), ' ', count($profile->functions()), ' ', $profile->summary()['calls'], "\n";
echo count($profile->merge($profile)->pairs()), ' ', count($profile->diff($profile)), "\n";
?>
--EXPECT--
XHProf\Profile
0 0 0
0 0
