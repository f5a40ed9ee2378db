-- The details of the originator, which administrators enter; null is what nobody has entered.
CREATE TABLE "company" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"name" text,
	"email" text,
	"phone" text,
	"address" text,
	"website" text,
	"network_url" text,
	"logo_url" text,
	"approval_time" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "company_one_row" CHECK ("company"."is_only")
);
--> statement-breakpoint
ALTER TABLE "audit" DROP CONSTRAINT "audit_kind_known";--> statement-breakpoint
ALTER TABLE "changes" DROP CONSTRAINT "changes_topic_known";--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_kind_known" CHECK ("audit"."kind" in ('signedIn', 'signInFailed', 'signedOut', 'sessionEnded', 'registered', 'passwordChanged', 'passwordResetRequested', 'resetLinkMade', 'passwordReset', 'twoFactorOn', 'twoFactorOff', 'recoveryCodesMade', 'recoveryCodeUsed', 'accountChanged', 'approved', 'approvalWithdrawn', 'roleChanged', 'deactivated', 'reactivated', 'accountDeleted', 'loanCreated', 'loanChanged', 'termsChanged', 'loanPublished', 'loanUnpublished', 'loanDeleted', 'commitmentMade', 'commitmentChanged', 'commitmentWithdrawn', 'commitmentMadeBinding', 'commitmentReleased', 'centsPlaced', 'centsTakenBack', 'receiptKeyReplaced', 'documentAdded', 'documentViewed', 'documentDownloaded', 'documentChanged', 'documentDeleted', 'photoAdded', 'photoChanged', 'photoDeleted', 'bookExported', 'auditExported', 'companyChanged')) NOT VALID;--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "changes_topic_known" CHECK ("changes"."topic" in ('loans', 'book', 'stats', 'favorites', 'savedFilters', 'documents', 'photos', 'messages', 'notifications', 'mails', 'users', 'sessions', 'company', 'audit')) NOT VALID;