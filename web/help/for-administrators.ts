import { helpIds, type HelpGroup } from './help-text.ts'

export const helpForAdministrators: readonly HelpGroup[] = [
  {
    title: 'Loans',
    texts: [
      {
        id: helpIds.drafts,
        title: 'How do drafts become loans that lenders see?',
        paragraphs: [
          'Save a new loan as a draft, and only administrators see it. Nobody can commit to it, and nobody is notified. Add its documents and photos while it is a draft.',
          'Publish it when it is complete. The checklist shows what is missing, whether the LTV matches the property values, and how many lenders will be notified. Create Loan publishes at once.',
          'Return a loan to draft as long as nobody has ever committed to it.',
        ],
      },
      {
        id: helpIds.audiences,
        title: 'How do I show a loan to some lenders only?',
        paragraphs: [
          "Choose Change in Audience on the loan's page. Everyone is the default. As a teaser, firms that you haven't admitted see the title, the picture, the city and the main terms, and can ask for access. For Invited firms only, the loan doesn't exist for others: not in lists, searches, notifications or emails.",
          'Admitted firms see the whole loan and can commit. A firm with a position is always admitted. Save the firms as a list, such as “Southeast multifamily”, to choose them for other loans.',
          'A teaser shows the title and the picture as they are, so keep the name of the borrower and the address out of them. See the Teaser shows what others see.',
          'Requests for access are in Today, in Notifications and on the loan. Grant or refuse them there, with a message if you like. Choose the audience while the loan is a draft: the checklist before publishing shows who will see it and who will be notified.',
        ],
      },
      {
        id: 'statuses',
        title: 'What do the statuses mean?',
        paragraphs: [
          'Processing, Underwriting, Open and Closing are stages of origination. Lenders can commit in all of them.',
          'Funded means that the loan is paid out. A funded loan takes no commitments, its terms are fixed, and it can no longer be deleted. Fully committed is not funded: you set the status yourself.',
          'A loan matures at the end of its term, which starts on the day in Funded On. That day stays the same when you reopen the loan and fund it again. To correct it, choose Edit on the loan.',
        ],
      },
      {
        id: 'locked-terms',
        title: "Why can't I change the amount, rate or term?",
        paragraphs: [
          'Lenders are bound to these terms. Release their binding commitments first, and record them again on the new terms.',
        ],
      },
      {
        id: helpIds.import,
        title: 'How do I import loans or lenders from a spreadsheet?',
        paragraphs: [
          'Open Import in the sidebar, and choose a CSV or XLSX file. The preview proposes the sheet and the row that names the columns. Where a name differs from ours, choose the field of that column yourself. The template has all names and an example row.',
          'If the figures of a column could be fractions, basis points, thousands or years, the preview asks for its unit once. It shows the first loans as they will be stored.',
          'If the source sends files again, choose Save as Profile. For the next file with the same headers, Use Profile makes the same choices.',
          'The preview names errors by row and column. Correct them in the file, and choose it again. All rows are imported, or none. Write decimals with a point: 7.25, not 7,25.',
          'Loans arrive as drafts. Lenders are invited by email, and you can copy their links in Manage Users.',
        ],
      },
      {
        id: 'upload-documents',
        title: 'How do I add many documents at once?',
        paragraphs: [
          "Drop files or a folder anywhere on the loan's page, or choose Upload. Their groups are guessed from their names; correct them where needed, and save all together. Lenders get one notice for the batch.",
        ],
      },
    ],
  },
  {
    title: 'The book',
    texts: [
      {
        id: 'on-behalf',
        title: 'A lender committed by phone. How do I record that?',
        paragraphs: [
          "Choose Record on the loan's page or on its book, then the lender and the share. On a line of the book you can make a soft commitment binding, change or withdraw it.",
          'Enter who gave you the instruction and when. The audit trail records it, and the lender gets a receipt.',
        ],
      },
      {
        id: 'release',
        title: 'How do I end a binding commitment?',
        paragraphs: [
          'Release it on the book of the loan, with a reason. Its share is available again at once, and the lender is notified.',
        ],
      },
      {
        id: 'deal-desk',
        title: 'How do I limit what one lender takes, and keep a share myself?',
        paragraphs: [
          "Choose Deal Desk on the loan's page or in its book: it shows what each lender asks for and the room that is left, and sets the least and the most for one lender, the deadline and the closing day. Your hold is a binding share that you keep; lenders see its percentage, and 0 gives it up.",
        ],
      },
      {
        id: 'allocations',
        title: 'Lenders ask for more than there is. How do I divide the loan?',
        paragraphs: [
          'On the Deal Desk, choose an order, the share that you keep and, for single lenders, a tier, a pinned share, or a share by hand. The sheet shows what everyone gets as you type, and who gains and who loses. Open a row to read what the lender reads.',
          "Publish offers each lender its share until a time that you choose. Lenders accept, which binds them, or decline. Nobody can commit until the last answer, or until you end the round. Offers that aren't answered are recalled before that time, and lapse with their soft shares after it.",
        ],
      },
      {
        id: 'closing',
        title: 'How do I close a loan and record its funding?',
        paragraphs: [
          'Under Closing on the Deal Desk, choose Close the Book: it shows who will hold what, and which soft shares lapse. You can keep what is left. The register and the certificates are made of it, and lenders are notified. With a reason, you can reopen the book until money has come.',
          'Under Funding, draft the instructions where lenders wire, verify them by telephone at a number of your own file, and send them. No email has the account number. Record each receipt as money comes, or take over the share of a lender that does not pay. Once all has come, set the loan to Fully Funded.',
        ],
      },
      {
        id: 'read-receipts',
        title: 'Which lender do I call today?',
        paragraphs: [
          "A loan's book lists all lenders, with the lenders to call first on top: open questions, then soft interest, then readers. Each row shows the lender's stage, the last action, and what you can do next. “Opened” means that the lender opened the loan's page, and “Reading 3/5” that the lender opened three of five documents.",
          "Filter by stage, or by a document that lenders haven't opened. Then write to the selected lenders at once or, if none are selected, to all lenders shown. Each lender gets a private message, and can't see who else got one.",
          'A lender who passes selects a reason. The pass ends when the lender takes it back, or makes a soft or binding commitment.',
        ],
      },
      {
        id: 'announcements',
        title: 'Who reads what I write on a loan?',
        paragraphs: [
          'Choose the recipient: one lender, or everyone as an announcement to all approved lenders. Only administrators and that lender see an answer.',
        ],
      },
      {
        id: helpIds.exposure,
        title: 'How are the figures of the exposure made up?',
        paragraphs: [
          'Offered is the amount of all loans that accept commitments. Binding and soft are what lenders have committed to them, and uncommitted is the amount without a binding commitment. Funded loans are counted separately. Drafts never count.',
          'The totals equal the sums of the books to the cent. Choose a bar or a state to list its loans, and export everything as XLSX or as a PDF of one page.',
          'Until a loan is funded, its maturity is an estimate, shown hatched: it assumes that the loan closes on its planned closing date, or today.',
          'Set Limits sets the largest share of all binding amounts for one lender, state or property type. A tick on each bar marks the limit, and a bar that exceeds the limit is amber. Commitments that exceed a limit are still accepted.',
          'Each bar of Committed and Soft by Week shows the new amounts of the week minus the amounts withdrawn or released. A soft share that is made binding moves from soft to committed, and amounts that change with a loan count in the week of the change.',
        ],
      },
    ],
  },
  {
    title: 'People',
    texts: [
      {
        id: 'invitations',
        title: 'How do I invite lenders?',
        paragraphs: [
          'Choose Invite Lenders in Manage Users, with one or many email addresses. Each link works once, for its address, for seven days. Without email, copy the links and send them yourself.',
          'Approve in advance, and they can commit as soon as they have registered. Otherwise they appear under Pending Approvals.',
        ],
      },
      {
        id: 'firms',
        title: 'How do several people of one lender work together?',
        paragraphs: [
          'Every lender is a firm, at first of one person. Managers of a firm invite colleagues as viewer, committer or manager; you approve each new account. Firms in the sidebar lists all of them. The page of a firm shows its people, positions, questions and acts, and invites people who are approved in advance.',
          'Commitments and messages belong to the firm. When a person leaves, they stay with it. A firm with binding commitments keeps an active person, and one with an active person keeps a manager.',
          'If people of different firms gave the same company, Firms lists them as possible duplicates. Nothing is merged until you choose Merge and who joins, and positions never change their firm: a person whose firm has records stays where they are. To move one person, choose Edit in Manage Users.',
        ],
      },
      {
        id: 'approvals',
        title: 'What should I check before I approve someone?',
        paragraphs: [
          'Check whether you know the person and the company. Pending Approvals shows which approved people are in the same firm, have the same email domain, or gave the same company. Anyone can give any company, so compare the email domain too. Rejecting deletes the account, and the address may register again.',
        ],
      },
      {
        id: 'help-sign-in',
        title: "A lender can't sign in. How do I help?",
        paragraphs: [
          'Open Edit in Manage Users. Create a one-time link to set a new password, sign a person out everywhere, or turn off two-factor sign-in. Call a number you already have to confirm the request first.',
        ],
      },
      {
        id: 'remove-people',
        title: 'How do I remove someone?',
        paragraphs: [
          'Delete the account in Manage Users. If it has commitments or messages, it is deactivated instead: it can no longer sign in, but records keep its name. Release binding commitments first.',
        ],
      },
    ],
  },
  {
    title: 'The desk',
    texts: [
      {
        id: 'desk-dashboard',
        title: 'What does my dashboard show?',
        paragraphs: [
          'Today lists what awaits an answer: approvals, questions, loans that are nearly full or oversubscribed, missing money, old soft interest, and failed emails. Each row has the button to act on it.',
          'Pipeline lists the eight loans nearest to their deadline, the end of a time to answer, the day by which money must come, or closing, with the uncommitted and soft amounts and the last sign of a lender. Set Up Your Desk folds once a loan is open.',
        ],
      },
      {
        id: 'emails',
        title: 'Which emails do we send, and who can turn them off?',
        paragraphs: [
          'On their profile, people choose for each kind whether it comes at once, in a daily digest at 8:00, or never: messages, and for lenders new loans and documents, for administrators registrations and commitments. Emails about their own commitments and account always come at once.',
          'An email is written when it is sent, so it has nothing that its reader can no longer see. The Mail Outbox shows each email as it was sent, except those with a link that gives access to an account. Publish a loan to see the email about it first.',
        ],
      },
      {
        id: 'company',
        title: 'How do I set our name, logo and contact?',
        paragraphs: [
          'Open Settings in the sidebar. Every page, new email and receipt shows what you enter. Details that are set as environment variables can be changed only there.',
        ],
      },
      {
        id: 'email',
        title: 'Was an email delivered?',
        paragraphs: [
          'Mail Outbox lists every email with its state, and sends you a test email. Failed emails are retried, and you can send them again. Without a mail server, emails are saved as files and nothing is delivered.',
        ],
      },
      {
        id: helpIds.backups,
        title: 'How do I back up the desk?',
        paragraphs: [
          'Where the program is installed, run “npm run backup -- FILE”. The archive contains the database and all files, and is verified. Everyone can keep working during the backup. Schedule one every day, and keep the archives on another machine.',
          'Today tells you when the last one is more than 30 hours old. “npm run restore -- FILE” restores a desk from an archive. Test it before you need it.',
        ],
      },
      {
        id: 'audit',
        title: 'What does the audit trail prove?',
        paragraphs: [
          'It records who did what, for whom and when. Each entry is sealed with a hash over the one before. Copy the latest seal to a safe place from time to time: it proves that nothing earlier was changed or removed.',
        ],
      },
    ],
  },
]
