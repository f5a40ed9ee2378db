-- The list of loans is sorted by term: without this, each page would read all loans. No commitment changes what it
-- holds.
CREATE INDEX "loans_term" ON "loans" USING btree ("term","created_at","id");
