-- Makes each person a firm, with the person's id, and the holder of the person's rows. People come last, because acts
-- on a book lock them.
UPDATE "commitments" SET "firm_id" = "lender_id" WHERE "firm_id" IS NULL;--> statement-breakpoint
UPDATE "passes" SET "firm_id" = "lender_id" WHERE "firm_id" IS NULL;--> statement-breakpoint
UPDATE "messages" SET "firm_id" = coalesce(CASE WHEN "from_admin" THEN "recipient_id" ELSE "user_id" END,
  (SELECT "id" FROM "firms" WHERE "is_originator")) WHERE "firm_id" IS NULL;--> statement-breakpoint
INSERT INTO "firms" ("id", "created_at") SELECT "id", "created_at" FROM "users" WHERE "firm_id" IS NULL;--> statement-breakpoint
UPDATE "users" SET "firm_id" = "id" WHERE "firm_id" IS NULL;
