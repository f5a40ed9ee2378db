-- Every commitment is told to the administrators, who are few among many lenders.
CREATE INDEX "users_administrators" ON "users" USING btree ("id") WHERE is_admin;