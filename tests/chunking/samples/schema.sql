-- CREATE TABLE fake (id INT);
CREATE TABLE library.loan (
    id INTEGER PRIMARY KEY,
    due DATE NOT NULL
);

CREATE TABLE IF NOT EXISTS "Desk" (name TEXT);

INSERT INTO library.loan VALUES (1, '2024-01-01');

CREATE INDEX loan_due ON library.loan (due);

CREATE OR REPLACE VIEW late AS
SELECT * FROM library.loan WHERE due < now();

CREATE FUNCTION fine(days INT) RETURNS INT AS $$
BEGIN
    RETURN days * 10;
END;
$$ LANGUAGE plpgsql;

CREATE OR REPLACE FUNCTION fine(days INT, rate INT) RETURNS INT AS $$
    SELECT days * rate;
$$ LANGUAGE SQL;

CREATE TRIGGER audit BEFORE INSERT ON library.loan FOR EACH ROW EXECUTE FUNCTION log_it();

CREATE TYPE status AS ENUM ('out', 'back');

CREATE MATERIALIZED VIEW totals AS SELECT count(*) FROM library.loan;

SELECT fine(3);
