CREATE TABLE open (id INT);

CREATE TABEL broken (id INT);

CREATE TABLE close (id INT);
