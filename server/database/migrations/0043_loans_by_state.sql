-- The list of loans is filtered by state, which many other addresses contain the letters of: without this, a page of a
-- rare state would read all of those.
CREATE INDEX "loans_state_newest" ON "loans" USING btree (coalesce(substring(right("property_address", 24) from '[\s,]([A-Z]{2})(?:\s+\d{5}(?:-\d{4})?)?\s*$'),
    upper(substring(right("property_address", 40) from '(?:,\s*|\s(?=[A-Z]{2}))([A-Za-z]{2})(?:\s+\d{5}(?:-\d{4})?)?(?:,?\s+USA)?\s*$') collate "C")),"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);