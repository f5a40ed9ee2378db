-- Whose the newest entries of the trail are is known from the index alone, for a search by a name of many people.
DROP INDEX "audit_newest";--> statement-breakpoint
CREATE INDEX "audit_newest" ON "audit" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"actor_id","person_id");