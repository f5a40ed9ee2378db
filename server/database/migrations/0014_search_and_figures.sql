-- A search that finds little or nothing must not read a whole table, however few letters it has, and whether
-- or not the server has pg_trgm. Its index is over the letters of a text and the pairs of neighbors.
CREATE FUNCTION "search_parts"("text" text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  letters text[] := string_to_array(lower("text"), NULL);
  parts text[] := letters;
BEGIN
  FOR place IN 2..cardinality(letters) LOOP
    parts := parts || (letters[place - 1] || letters[place]);
  END LOOP;
  RETURN parts;
END
$$;--> statement-breakpoint
DROP INDEX IF EXISTS "loans_title_words";--> statement-breakpoint
DROP INDEX IF EXISTS "loans_borrower_words";--> statement-breakpoint
CREATE TABLE "audit_names" (
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"is_loan" boolean NOT NULL,
	CONSTRAINT "audit_names_id_name_pk" PRIMARY KEY("id","name")
);
--> statement-breakpoint
CREATE TABLE "loan_figures" (
	"status" text NOT NULL,
	"loans" integer NOT NULL,
	"amount" numeric NOT NULL
);
--> statement-breakpoint
CREATE INDEX "audit_names_search" ON "audit_names" USING gin (search_parts("name")) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "users_lenders" ON "users" USING btree ("id") WHERE is_approved and not is_admin and deactivated_at is null;--> statement-breakpoint
CREATE INDEX "users_pending" ON "users" USING btree ("created_at","id") WHERE not is_approved and not is_admin and deactivated_at is null;--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin (search_parts("first_name" || chr(10) || "last_name" || chr(10) || "email")) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "loans_search" ON "loans" USING gin (search_parts("title" || chr(10) || "borrower_name")) WITH (fastupdate=false);--> statement-breakpoint
INSERT INTO "audit_names" ("id", "name", "is_loan")
SELECT DISTINCT n."id", n."name", n."is_loan" FROM "audit" a CROSS JOIN LATERAL (VALUES
  (a."actor_id", a."actor_name", false), (a."person_id", a."person_name", false),
  (a."loan_id", a."loan_title", true)) n("id", "name", "is_loan")
WHERE n."id" IS NOT NULL AND n."name" IS NOT NULL;--> statement-breakpoint
REVOKE UPDATE, DELETE, TRUNCATE ON "audit_names" FROM CURRENT_USER;--> statement-breakpoint
ANALYZE "loans", "users", "audit_names";
