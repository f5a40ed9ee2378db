-- What is committed of the loans of each status and type, and what is left of each loan in order, are kept.
CREATE TABLE "loan_availability" (
	"loan_id" uuid PRIMARY KEY NOT NULL,
	"available" numeric(5,2) NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "loan_figures" ADD COLUMN "property_type" text;--> statement-breakpoint
ALTER TABLE "loan_figures" ADD COLUMN "committed_amount" numeric DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "loan_availability" ADD CONSTRAINT "loan_availability_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "loan_availability_order" ON "loan_availability" USING btree ("available","created_at","loan_id");--> statement-breakpoint
INSERT INTO "loan_availability" ("loan_id", "available", "created_at")
SELECT "id", 100 - "committed_percentage", "created_at" FROM "loans";--> statement-breakpoint
DELETE FROM "loan_figures";--> statement-breakpoint
INSERT INTO "loan_figures" ("status", "property_type", "loans", "amount", "committed_amount")
SELECT "status", "property_type", count(*), sum("amount"), sum("committed_amount")
FROM "loans" GROUP BY "status", "property_type";