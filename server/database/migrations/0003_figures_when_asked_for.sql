-- Figures are added up when they are asked for: the tables that kept them, and the indexes that only very large desks
-- need, go. A loan has the state of its address. Older releases write to these tables, so none of their processes may run.
DROP TABLE "audit_names";--> statement-breakpoint
DROP TABLE "exposure_changes";--> statement-breakpoint
DROP TABLE "exposure_of_lenders";--> statement-breakpoint
DROP TABLE "exposure_sums";--> statement-breakpoint
DROP TABLE "loan_availability";--> statement-breakpoint
DROP TABLE "loan_figures";--> statement-breakpoint
DROP INDEX "users_lenders_by_name";--> statement-breakpoint
DROP INDEX "users_search";--> statement-breakpoint
DROP INDEX "documents_search";--> statement-breakpoint
DROP INDEX "photos_search";--> statement-breakpoint
DROP INDEX "loans_type_newest";--> statement-breakpoint
DROP INDEX "loans_search";--> statement-breakpoint
DROP INDEX "loans_location";--> statement-breakpoint
DROP INDEX "loans_in_state_newest";--> statement-breakpoint
DROP INDEX "loans_state_status";--> statement-breakpoint
DROP INDEX "loans_without_state";--> statement-breakpoint
DROP INDEX "loans_type_status";--> statement-breakpoint
DROP INDEX "loans_status_rate";--> statement-breakpoint
DROP INDEX "loans_maturity";--> statement-breakpoint
DROP INDEX "loans_amount";--> statement-breakpoint
DROP INDEX "loans_rate";--> statement-breakpoint
DROP INDEX "loans_term";--> statement-breakpoint
DROP INDEX "loans_title";--> statement-breakpoint
DROP INDEX "loans_lowest_ltv";--> statement-breakpoint
DROP INDEX "loans_highest_ltv";--> statement-breakpoint
DROP INDEX "loans_drafts";--> statement-breakpoint
DROP INDEX "audit_newest_but_sign_ins";--> statement-breakpoint
DROP INDEX "audit_readings";--> statement-breakpoint
DROP INDEX "audit_readings_by";--> statement-breakpoint
DROP INDEX "audit_sign_ins";--> statement-breakpoint
DROP INDEX "audit_newest";--> statement-breakpoint
CREATE INDEX "audit_newest" ON "audit" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "state" text;--> statement-breakpoint
UPDATE "loans" SET "state" = found."state"
FROM (
  SELECT "id", coalesce(
    substring(right("property_address", 24) from '[\s,](?!US)([A-Z]{2})(?:\s+\d{5}(?:-\d{4})?)?\s*$'),
    state_of_address("property_address")) AS "state"
  FROM "loans"
) found
WHERE found."id" = "loans"."id" AND found."state" IN (
  'AL', 'AK', 'AZ', 'AR', 'CA', 'CO', 'CT', 'DE', 'FL', 'GA', 'HI', 'ID', 'IL', 'IN', 'IA', 'KS', 'KY', 'LA', 'ME',
  'MD', 'MA', 'MI', 'MN', 'MS', 'MO', 'MT', 'NE', 'NV', 'NH', 'NJ', 'NM', 'NY', 'NC', 'ND', 'OH', 'OK', 'OR', 'PA',
  'RI', 'SC', 'SD', 'TN', 'TX', 'UT', 'VT', 'VA', 'WA', 'WV', 'WI', 'WY', 'DC', 'AS', 'GU', 'MP', 'PR', 'VI');--> statement-breakpoint
DROP FUNCTION "state_of_address"(text);--> statement-breakpoint
DROP FUNCTION "search_parts"(text);--> statement-breakpoint
DROP FUNCTION "searched_parts"(text);
