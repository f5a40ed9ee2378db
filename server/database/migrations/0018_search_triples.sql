-- A search of three letters or more looks up its triples: a pair is in thousands of texts where a triple is in
-- hundreds, and reading the lists of all its pairs took longer than all the rest of a rare search.
DROP INDEX "audit_names_search";--> statement-breakpoint
DROP INDEX "users_search";--> statement-breakpoint
DROP INDEX "loans_search";--> statement-breakpoint
DROP INDEX "documents_search";--> statement-breakpoint
DROP INDEX "photos_search";--> statement-breakpoint
CREATE OR REPLACE FUNCTION "search_parts"("text" text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  letters text[] := string_to_array(lower("text"), NULL);
  parts text[] := letters;
BEGIN
  FOR place IN 2..cardinality(letters) LOOP
    parts := parts || (letters[place - 1] || letters[place]);
    IF place > 2 THEN
      parts := parts || (letters[place - 2] || letters[place - 1] || letters[place]);
    END IF;
  END LOOP;
  RETURN parts;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "searched_parts"("text" text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  letters text[] := string_to_array(lower("text"), NULL);
  parts text[] := '{}';
BEGIN
  IF cardinality(letters) < 2 THEN
    RETURN letters;
  END IF;
  IF cardinality(letters) = 2 THEN
    RETURN array[letters[1] || letters[2]];
  END IF;
  FOR place IN 3..cardinality(letters) LOOP
    parts := parts || (letters[place - 2] || letters[place - 1] || letters[place]);
  END LOOP;
  RETURN parts;
END
$$;--> statement-breakpoint
CREATE INDEX "audit_names_search" ON "audit_names" USING gin (search_parts("name")) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin (search_parts("first_name" || chr(10) || "last_name" || chr(10) || "email")) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "loans_search" ON "loans" USING gin (search_parts("title" || chr(10) || "borrower_name")) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "documents_search" ON "documents" USING gin (search_parts("filename")) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "photos_search" ON "photos" USING gin (search_parts("filename" || chr(10) || "caption")) WITH (fastupdate=false);
