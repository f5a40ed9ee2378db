import { helpIds, type HelpGroup } from './help-text.ts'

export const helpForLenders: readonly HelpGroup[] = [
  {
    title: 'Getting started',
    texts: [
      {
        id: 'approval',
        title: 'What can I do before my account is approved?',
        paragraphs: [
          "Browse loans and mark favorites. Documents, messages and committing unlock when an administrator approves you. You'll get an email.",
          'If you registered with an invitation, you may be approved from the start.',
        ],
      },
      {
        id: helpIds.firm,
        title: 'Can colleagues work with me?',
        paragraphs: [
          'Yes. Open Your Firm in the menu with your name, name the firm, and invite a colleague by email. The link works once, for a week. We approve each new account.',
          'A viewer reads, asks questions, sees what the firm holds, and can copy a request to commit for a colleague. A committer also commits, changes, withdraws and makes binding. A manager also invites people, sets their roles and names the firm.',
          "Commitments and messages belong to the firm: colleagues see each other's, each with the name of the person, and they stay when a person leaves. Favorites, notes and notifications stay personal.",
          "A firm always keeps a manager, and nobody changes their own role. Deactivate a colleague who leaves. If you stay alone, you won't notice any of this.",
        ],
      },
      {
        id: 'dashboard',
        title: 'What does my dashboard show?',
        paragraphs: [
          'Today lists what awaits you: soft shares that you can make binding, answers to your questions, changed terms, and money to wire. Each row has the button to act on it. Your Book shows your binding and soft amounts, your weighted rate, and the next date of your loans.',
          'Above them, a line says which loans and documents are new since your previous visit.',
        ],
      },
      {
        id: 'find-loans',
        title: 'How do I find loans that fit?',
        paragraphs: [
          'Filter Browse Loans by type, location, LTV, rate, debt yield, DSCR and amount, and sort it. The pin in the location field opens a map of the states. Save a filter under a name to be notified of new loans that match it.',
          'Choose up to four loans to compare them side by side. The best value of each ratio is marked.',
          'Use the pencil to mark a loan as reviewing or passed, or to add a note. Only you can see your marks and notes. Browse Loans hides passed loans until you choose Show below the list.',
          'On the page of a loan that you opened from the list, press j for the next loan and k for the previous one. Export saves the list as CSV or XLSX.',
        ],
      },
      {
        id: 'keys',
        title: 'How do I get around without a mouse?',
        paragraphs: [
          'Press Ctrl + K, or ⌘K on a Mac, and type: loans by title, borrower or address, documents, and pages. On the page of a loan, you also find its actions. Type export to save a list, your position or the summary of a loan. Enter opens the best match, and the arrow keys choose another.',
          'In a list, press j and k to move, Enter to open, x to compare, f for the heart and c to commit. Press g, then d, l or c, for Dashboard, Browse Loans or My Commitments. Press ? to see all shortcuts.',
          'Single keys do nothing while you type. Turn them off in your profile if you use speech input, or press them by accident.',
        ],
      },
      {
        id: 'deadlines',
        title: 'By when do I have to commit?',
        paragraphs: [
          "A loan's deadline is under its title. Browse Loans shows the days left, and can be sorted by Due soonest. The exact time is in the originator's time zone. After it, you can lower or withdraw a soft share, but not commit: if you are late, ask the originator.",
          'Add to Calendar downloads the dates of one loan. To see the dates of all your loans and favorites, and the times to answer offers and new terms, in your calendar app, create a calendar address in your profile. Keep the address private, and replace it if anyone else has seen it.',
        ],
      },
      {
        id: 'teasers',
        title: 'What is a teaser, and how do I get access?',
        paragraphs: [
          "Some loans are shown as a teaser: title, picture, city and main terms, without the borrower, the address, documents and messages. Choose Ask for Access on the loan's page, with a message if you like.",
          'You are notified of the answer. With access, everyone in your firm sees the whole loan and can ask questions, and those who commit for your firm can commit. Until then you can mark the loan as a favorite or pass on it, and withdraw your request.',
        ],
      },
      {
        id: 'documents',
        title: 'How do I read the documents of a loan?',
        paragraphs: [
          "Open them on the loan's page, or download all of them in one archive. Documents that you haven't opened, or that were added or updated since your last visit, are marked.",
          'An open document has arrows to the next one, and says how many you have read. Workbooks show their sheets, up to 2,000 rows. Copy the address to link to a document and its page. Ask about This Page begins a message to the originator: type the page first, so that the message names it.',
          "Loan Summary (PDF) shows the loan's figures and the names of its documents on one page.",
          "The originator sees which documents you opened and when, and the time of your last visit to the loan's page. Other lenders don't see this.",
        ],
      },
      {
        id: 'questions',
        title: 'Who reads my questions?',
        paragraphs: [
          "Write to the originator under Messages on the loan's page. Only you and the administrators see your messages and their answers.",
          'Announcements are messages from the originator to all approved lenders.',
        ],
      },
    ],
  },
  {
    title: 'Committing',
    texts: [
      {
        id: helpIds.kinds,
        title: "What's the difference between soft and binding?",
        paragraphs: [
          "A soft commitment is a non-binding indication of interest. It doesn't reserve a share: other lenders' binding commitments take precedence. You can change or withdraw it until the loan is funded.",
          'A binding commitment is a promise to fund your share. It takes its share of the loan at once, and only an administrator can release it.',
          'Make a soft commitment binding in My Commitments while enough of the loan is available.',
        ],
      },
      {
        id: 'pass',
        title: "How do I say that a loan isn't for me?",
        paragraphs: [
          "On the loan's page, choose Pass on This Loan beside the heart, and select a reason. Only the originator can see that you passed, and you can take it back. If you hold soft interest, withdraw it first.",
          "You can still open the loan's page. A later commitment, soft or binding, ends your pass.",
        ],
      },
      {
        id: 'shares',
        title: 'Which shares can I take?',
        paragraphs: [
          "Whole percentages, from 1% to what is available. You can also type an amount, and choose the nearest whole share. The amount of your share is computed from the loan's amount to the cent.",
          'You may commit to a loan more than once; your shares add up. Your soft shares of one loan total at most 100%.',
        ],
      },
      {
        id: 'offers',
        title: "I'm offered less than I asked for. What can I do?",
        paragraphs: [
          'If lenders ask for more than there is, the originator divides the loan, and offers you a share. My Commitments shows it under Waiting for You, and the loan under Your Allocation, which says how the share came about and has the letter.',
          'Accept, and the share is binding; the rest of your request stays soft. Decline, and your soft shares of the loan are withdrawn. Each answer is final and has a receipt. Until you answer, you can only withdraw, which declines the offer. Without an answer in time, your soft shares of the loan lapse.',
        ],
      },
      {
        id: 'terms-change',
        title: 'What if the terms of a loan change?',
        paragraphs: [
          'Amount, rate and term are locked as long as anyone has a binding commitment. Soft commitments follow a change, and you are notified of the old and the new terms.',
        ],
      },
      {
        id: 'who-sees-me',
        title: 'Who sees what I hold?',
        paragraphs: [
          'You, the colleagues in your firm, and the administrators. Other lenders see the totals of a loan, but never your name or your share.',
        ],
      },
      {
        id: 'participation',
        title: 'Where do I find my certificate, and where do I wire?',
        paragraphs: [
          'Once a loan is funded or its book is closed, its page shows Your Participation: your share, its interest and maturity, your receipts, your statement and, for a closed book, your certificate. My Commitments lists your closed loans below your commitments.',
          "Your Funding shows what is due, what has come, and where to wire. No email has an account number. Call us before you wire, at a number of your own file, and record the call on the page, which gives you a receipt. If the instructions change, you're notified, and a call on the ones before no longer counts.",
        ],
      },
      {
        id: 'funded',
        title: 'What happens when a loan is funded?',
        paragraphs: [
          'The originator marks a loan as funded once it is paid out. From then on its terms and its commitments are final, and your position shows when it matures.',
        ],
      },
    ],
  },
  {
    title: 'Your position',
    texts: [
      {
        id: 'position',
        title: 'Where do I see everything I hold?',
        paragraphs: [
          "My Commitments shows your position by loan, with the weighted rate, a year's interest, and your concentration by property type, state, rate and maturity. History has everything that was made, changed, withdrawn or released, and each amount that changed with its loan's terms.",
          'Loans with a soft share and a deadline come first, then those that close next.',
          'Choose a state to list your loans there. A hatched maturity is an estimate: it assumes that an unfunded loan closes on its planned closing date, or today.',
          'Export it as CSV or XLSX, or as a PDF statement.',
        ],
      },
      {
        id: helpIds.receipts,
        title: 'What are receipts, and how do I verify one?',
        paragraphs: [
          'Every commitment, change, withdrawal and release gives you a signed receipt, also when an administrator acted on your behalf. It is emailed to you, and you can download it as PDF and JSON.',
          'Anyone can check a receipt on the page Verify a Receipt, without an account. It says whether the receipt is genuine, altered or unknown, and nothing else about it.',
        ],
      },
    ],
  },
  {
    title: 'Your account',
    texts: [
      {
        id: 'notifications',
        title: 'How do I choose which emails I get?',
        paragraphs: [
          'In your profile, choose for messages, new loans and documents whether we email you at once, in a daily digest, or never. For new loans, you can choose only those that match a saved filter with notices. Emails about your commitments always come at once.',
          "The digest comes at 8:00 in the originator's time zone, on days with news. Each email that you can turn off has a link that does it without signing in, and turns off nothing else.",
          'To get no notifications by email at all, turn them off in your profile. They are always under the bell, whether or not we email you. If someone else changes how you sign in, we always email you.',
        ],
      },
      {
        id: helpIds.twoFactor,
        title: 'How does two-factor sign-in work?',
        paragraphs: [
          'Turn it on in your profile: scan the code with an authenticator app, and type the 6 digits it shows. From then on signing in takes your password and a code.',
          "Save the recovery codes apart from your password. Each replaces a 6-digit code once. If you lost your phone and your codes, ask the originator: an administrator can turn off two-factor sign-in for you once they know it's you.",
        ],
      },
      {
        id: 'lost-password',
        title: "I can't sign in. What now?",
        paragraphs: [
          'Choose Forgot password on the login page. The link in the email works once, and for an hour. If no email arrives, ask the originator for a link.',
          'Your profile lists where you are signed in. End sessions you no longer use, one by one or all together.',
        ],
      },
    ],
  },
]
