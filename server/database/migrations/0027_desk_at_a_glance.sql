-- What the dashboard's list of what to do and the desk's exposure need is kept: of each book the soft interest and
-- its last change, of each loan whether and since when it is offered, and of each question whether it is answered.
ALTER TABLE "loan_availability" ADD COLUMN "soft_percentage" numeric(9,2) DEFAULT '0' NOT NULL;
--> statement-breakpoint
ALTER TABLE "loan_availability" ADD COLUMN "soft_amount" numeric DEFAULT '0' NOT NULL;
--> statement-breakpoint
ALTER TABLE "loan_availability" ADD COLUMN "is_offered" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "loan_availability" ADD COLUMN "published_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "loan_availability" ADD COLUMN "moved_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "is_answered" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
UPDATE "loan_availability" SET
  "soft_percentage" = l."soft_percentage",
  "soft_amount" = coalesce(b."soft", 0),
  "is_offered" = not l."is_draft" and l."status" <> 'funded',
  "published_at" = case when not l."is_draft" then coalesce(p."at", l."created_at") end,
  "moved_at" = b."moved"
FROM "loans" l
  LEFT JOIN (
    SELECT "loan_id", sum("amount") FILTER (WHERE "status" = 'active' AND "is_soft_commit") AS "soft",
      max(greatest("created_at", "ended_at")) AS "moved"
    FROM "commitments" GROUP BY "loan_id"
  ) b ON b."loan_id" = l."id"
  LEFT JOIN (
    SELECT "loan_id", max("at") AS "at" FROM "audit" WHERE "kind" = 'loanPublished' GROUP BY "loan_id"
  ) p ON p."loan_id" = l."id"
WHERE "loan_availability"."loan_id" = l."id";
--> statement-breakpoint
UPDATE "messages" SET "is_answered" = true
FROM (
  SELECT "loan_id", "recipient_id", max("created_at") AS "at" FROM "messages"
  WHERE "from_admin" AND "recipient_id" IS NOT NULL GROUP BY "loan_id", "recipient_id"
) a
WHERE "messages"."loan_id" = a."loan_id" AND "messages"."user_id" = a."recipient_id"
  AND NOT "messages"."from_admin" AND "messages"."created_at" < a."at";
--> statement-breakpoint
CREATE INDEX "commitments_soft" ON "commitments" USING btree ("created_at","id") WHERE status = 'active' and is_soft_commit;
--> statement-breakpoint
CREATE INDEX "loan_availability_interest" ON "loan_availability" USING btree (("soft_percentage" - "available"),"loan_id") WHERE is_offered;
--> statement-breakpoint
CREATE INDEX "messages_unanswered" ON "messages" USING btree ("created_at","id") WHERE not from_admin and not is_answered;
