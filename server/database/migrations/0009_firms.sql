-- Firms hold positions and messages. Adds them, and triggers that fill in the firm for the release before (decision 31).
CREATE TABLE "firms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text,
	"note" text,
	"is_originator" boolean DEFAULT false NOT NULL,
	"deactivated_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "firms_name_length" CHECK (length("firms"."name") between 1 and 200),
	CONSTRAINT "firms_note_length" CHECK (length("firms"."note") between 1 and 5000)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "firms_originator" ON "firms" USING btree ("is_originator") WHERE is_originator;--> statement-breakpoint
INSERT INTO "firms" ("id", "is_originator") VALUES (gen_random_uuid(), true);--> statement-breakpoint
CREATE FUNCTION "firm_for_person"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO firms (id, created_at) VALUES (NEW.id, NEW.created_at);
  NEW.firm_id := NEW.id;
  RETURN NEW;
END
$$;--> statement-breakpoint
-- A person whom 0010 hasn't reached yet gets a firm with the person's id.
CREATE FUNCTION "firm_for_lenders_row"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.firm_id := coalesce((SELECT firm_id FROM users WHERE id = NEW.lender_id), NEW.lender_id);
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE FUNCTION "firm_for_message"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  lender uuid := CASE WHEN NEW.from_admin THEN NEW.recipient_id ELSE NEW.user_id END;
BEGIN
  NEW.firm_id := coalesce((SELECT firm_id FROM users WHERE id = lender), lender, (SELECT id FROM firms WHERE is_originator));
  RETURN NEW;
END
$$;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "firm_role" text DEFAULT 'manager' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_firm_role_known" CHECK ("users"."firm_role" in ('viewer', 'committer', 'manager')) NOT VALID;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "firm_id" uuid;--> statement-breakpoint
ALTER TABLE "commitments" ADD COLUMN "firm_id" uuid;--> statement-breakpoint
ALTER TABLE "passes" ADD COLUMN "firm_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "firm_id" uuid;--> statement-breakpoint
CREATE TRIGGER "users_firm" BEFORE INSERT ON "users" FOR EACH ROW WHEN (NEW.firm_id IS NULL) EXECUTE FUNCTION firm_for_person();--> statement-breakpoint
CREATE TRIGGER "commitments_firm" BEFORE INSERT ON "commitments" FOR EACH ROW WHEN (NEW.firm_id IS NULL) EXECUTE FUNCTION firm_for_lenders_row();--> statement-breakpoint
CREATE TRIGGER "passes_firm" BEFORE INSERT ON "passes" FOR EACH ROW WHEN (NEW.firm_id IS NULL) EXECUTE FUNCTION firm_for_lenders_row();--> statement-breakpoint
CREATE TRIGGER "messages_firm" BEFORE INSERT ON "messages" FOR EACH ROW WHEN (NEW.firm_id IS NULL) EXECUTE FUNCTION firm_for_message();
