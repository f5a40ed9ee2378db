-- How the amounts of a lender's commitments moved, for the lender's history, from the entries of its loans alone.
CREATE INDEX "audit_moved_amounts" ON "audit" USING btree ("loan_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE kind in ('termsChanged', 'centsPlaced', 'centsTakenBack');
