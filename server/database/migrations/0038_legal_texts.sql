-- Administrators publish the Terms of Service and the Privacy Policy, and lenders accept a version of them.
CREATE TABLE "legal_texts" (
	"version" integer PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"asks_again" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	CONSTRAINT "legal_texts_version_positive" CHECK ("legal_texts"."version" > 0),
	CONSTRAINT "legal_texts_kind_known" CHECK ("legal_texts"."kind" in ('terms', 'privacy')),
	CONSTRAINT "legal_texts_length" CHECK (length("legal_texts"."text") between 1 and 50000)
);
--> statement-breakpoint
ALTER TABLE "audit" DROP CONSTRAINT "audit_kind_known";--> statement-breakpoint
ALTER TABLE "legal_texts" ADD CONSTRAINT "legal_texts_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "legal_texts_created_by" ON "legal_texts" USING btree ("created_by");--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_kind_known" CHECK ("audit"."kind" in ('signedIn', 'signInFailed', 'signedOut', 'sessionEnded', 'registered', 'termsAccepted', 'passwordChanged', 'passwordResetRequested', 'resetLinkMade', 'passwordReset', 'twoFactorOn', 'twoFactorOff', 'recoveryCodesMade', 'recoveryCodeUsed', 'accountChanged', 'approved', 'approvalWithdrawn', 'roleChanged', 'deactivated', 'reactivated', 'accountDeleted', 'invited', 'invitationWithdrawn', 'lendersImported', 'loanCreated', 'loansImported', 'loanChanged', 'termsChanged', 'loanPublished', 'loanUnpublished', 'loanDeleted', 'commitmentMade', 'commitmentChanged', 'commitmentWithdrawn', 'commitmentMadeBinding', 'commitmentReleased', 'centsPlaced', 'centsTakenBack', 'receiptKeyReplaced', 'documentAdded', 'documentViewed', 'documentDownloaded', 'documentChanged', 'documentDeleted', 'photoAdded', 'photoChanged', 'photoDeleted', 'bookExported', 'auditExported', 'companyChanged', 'legalTextPublished', 'sampleRemoved')) NOT VALID;
