-- When each person last signed in is found without reading what else was done.
CREATE INDEX "audit_sign_ins" ON "audit" USING btree ("actor_id","at" DESC NULLS FIRST) WHERE kind = 'signedIn';