-- Lists are searched by any part of a title or a borrower's name, which needs trigrams to stay fast.
-- An owner who may not install the extension goes without: the search is slower, not wrong.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX IF NOT EXISTS loans_title_words ON loans USING gin (title gin_trgm_ops);
  CREATE INDEX IF NOT EXISTS loans_borrower_words ON loans USING gin (borrower_name gin_trgm_ops);
EXCEPTION
  WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
    RAISE NOTICE 'pg_trgm is not available: search works without its index';
END
$$;
