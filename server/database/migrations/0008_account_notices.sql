-- Owners are notified when somebody else changes a way into their account. The check is added NOT VALID and
-- validated after the migrations (server/database/migrate.ts), so that no large table is locked meanwhile.
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_type_known";--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_type_known" CHECK ("notifications"."type" in ('registration', 'commitmentMade', 'commitmentChanged', 'commitmentWithdrawn', 'commitmentMadeBinding', 'question', 'loanFullyCommitted', 'approved', 'newLoan', 'documentAdded', 'reply', 'announcement', 'termsChanged', 'commitmentRecorded', 'commitmentReleased', 'loanRemoved', 'accountSecurity')) NOT VALID;
