-- The exposure is read from sums that each change of a book adds to, and the loans of its bars from indexes: both took
-- longer with each loan. The start that runs this fills the sums, as it counts anew whatever isn't right.
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
CREATE INDEX "exposure_of_lenders_largest" ON "exposure_of_lenders" USING btree ("amount" DESC NULLS FIRST,"lender_id");--> statement-breakpoint
CREATE INDEX "loans_state_status" ON "loans" USING btree (
  coalesce(substring(right("property_address", 24) from '[\s,](?!US)([A-Z]{2})(?:\s+\d{5}(?:-\d{4})?)?\s*$'), state_of_address("property_address")),"status");--> statement-breakpoint
CREATE INDEX "loans_without_state" ON "loans" USING btree ((coalesce(
  coalesce(substring(right("property_address", 24) from '[\s,](?!US)([A-Z]{2})(?:\s+\d{5}(?:-\d{4})?)?\s*$'), state_of_address("property_address")), '') not in ('AL', 'AK', 'AZ', 'AR', 'CA', 'CO', 'CT', 'DE', 'FL', 'GA', 'HI', 'ID', 'IL', 'IN', 'IA', 'KS', 'KY', 'LA', 'ME', 'MD', 'MA', 'MI', 'MN', 'MS', 'MO', 'MT', 'NE', 'NV', 'NH', 'NJ', 'NM', 'NY', 'NC', 'ND', 'OH', 'OK', 'OR', 'PA', 'RI', 'SC', 'SD', 'TN', 'TX', 'UT', 'VT', 'VA', 'WA', 'WV', 'WI', 'WY', 'DC', 'AS', 'GU', 'MP', 'PR', 'VI')),"status");--> statement-breakpoint
CREATE INDEX "loans_type_status" ON "loans" USING btree ("property_type","status");--> statement-breakpoint
CREATE INDEX "loans_status_rate" ON "loans" USING btree ("status","interest_rate");--> statement-breakpoint
CREATE INDEX "loans_maturity" ON "loans" USING btree ((extract(year from "funded_on" + make_interval(months => "term"))::int)) WHERE status = 'funded';