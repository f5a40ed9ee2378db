-- A search of two letters or more looks up its pairs alone: each letter is in almost every text, and looking
-- all of them up takes longer than all the rest.
CREATE FUNCTION "searched_parts"("text" text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  letters text[] := string_to_array(lower("text"), NULL);
  pairs text[] := '{}';
BEGIN
  IF cardinality(letters) < 2 THEN
    RETURN letters;
  END IF;
  FOR place IN 2..cardinality(letters) LOOP
    pairs := pairs || (letters[place - 1] || letters[place]);
  END LOOP;
  RETURN pairs;
END
$$;
