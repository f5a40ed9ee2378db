-- The exposure is read from sums that each change of a book adds to: adding up all books took longer with each loan.
-- The start that runs this fills them, as it counts anew whatever isn't right.
CREATE TABLE "exposure_changes" (
	"lender_id" uuid,
	"state" text,
	"maturity" integer,
	"rate" integer NOT NULL,
	"binding_amount" numeric NOT NULL,
	"soft_amount" numeric NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exposure_of_lenders" (
	"lender_id" uuid PRIMARY KEY NOT NULL,
	"amount" numeric NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exposure_sums" (
	"kind" text NOT NULL,
	"key" text,
	"amount" numeric NOT NULL,
	CONSTRAINT "exposure_sums_key" UNIQUE NULLS NOT DISTINCT("kind","key")
);
--> statement-breakpoint
CREATE INDEX "exposure_of_lenders_largest" ON "exposure_of_lenders" USING btree ("amount" DESC NULLS FIRST,"lender_id");