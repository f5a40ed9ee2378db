-- The keys that receipts of commitments are signed with, and which receipt a notification brings. The checks are
-- added NOT VALID and validated after the migrations (server/database/migrate.ts), so that no large table is locked.
CREATE TABLE "receipt_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"replaced_at" timestamp with time zone,
	CONSTRAINT "receipt_keys_private_until_replaced" CHECK (("receipt_keys"."private_key" is null) = ("receipt_keys"."replaced_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "audit" DROP CONSTRAINT "audit_kind_known";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_type_known";--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "receipt_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "receipt_keys_one_signs" ON "receipt_keys" USING btree ((replaced_at is null)) WHERE replaced_at is null;--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_kind_known" CHECK ("audit"."kind" in ('signedIn', 'signInFailed', 'signedOut', 'sessionEnded', 'registered', 'passwordChanged', 'passwordResetRequested', 'resetLinkMade', 'passwordReset', 'twoFactorOn', 'twoFactorOff', 'recoveryCodesMade', 'recoveryCodeUsed', 'accountChanged', 'approved', 'approvalWithdrawn', 'roleChanged', 'deactivated', 'reactivated', 'accountDeleted', 'loanCreated', 'loanChanged', 'termsChanged', 'loanDeleted', 'commitmentMade', 'commitmentChanged', 'commitmentWithdrawn', 'commitmentMadeBinding', 'commitmentReleased', 'centsPlaced', 'centsTakenBack', 'receiptKeyReplaced', 'documentAdded', 'documentViewed', 'documentDownloaded', 'documentDeleted', 'photoAdded', 'photoChanged', 'photoDeleted', 'bookExported', 'auditExported')) NOT VALID;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_type_known" CHECK ("notifications"."type" in ('registration', 'commitmentMade', 'commitmentChanged', 'commitmentWithdrawn', 'commitmentMadeBinding', 'question', 'loanFullyCommitted', 'approved', 'newLoan', 'documentAdded', 'reply', 'announcement', 'termsChanged', 'receipt', 'commitmentRecorded', 'commitmentReleased', 'loanRemoved', 'accountSecurity')) NOT VALID;