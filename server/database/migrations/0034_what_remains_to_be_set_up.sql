-- What remains to be set up follows from facts; kept is only that the list was hidden, and that email was declined.
CREATE TABLE "setup" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"is_hidden" boolean DEFAULT false NOT NULL,
	"works_without_email" boolean DEFAULT false NOT NULL,
	CONSTRAINT "setup_one_row" CHECK ("setup"."is_only")
);
