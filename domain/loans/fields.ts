/** The loan fields that users enter. Schemas, columns, imports, and screens are derived from this table. */
import { creditFields } from './credit/credit-fields.ts'
import { textLimits } from '#domain/texts.ts'
import { formPropertyTypes, occupancies } from './property/property-types.ts'
import { loanStatuses } from './statuses.ts'

interface Figure {
  mayBeZero?: true
  /** The field's name in error messages, if it differs from the name in other sentences. */
  subject?: string
}

interface Kinds {
  text: {
    maxLength: number
    hasLines?: true
    /** The choices that the form offers. The API and imports accept any text. */
    choices?: readonly string[]
  }
  money: Figure
  percent: Figure
  /** A percentage with up to five decimal places. */
  rate: Figure
  /** A number of units with up to two decimal places. */
  quantity: Figure
  months: { mayBeZero?: true }
  day: object
  /** A date and time in UTC. */
  moment: object
  /**
   * One of several choices. The API and imports ignore letter case, spaces, and punctuation, and accept other
   * spellings.
   */
  choice: { choices: readonly string[]; otherChoices?: Readonly<Record<string, string>> }
}
export type FieldKind = keyof Kinds

/** A section of the loan's page, which is also a group of rows in the comparison. */
export type LoanSection = 'Terms' | 'Value and leverage' | 'Property' | 'Background' | FoldedSection

export const foldedSections = ['Income and Cost', 'Structure', 'Dates'] as const
export type FoldedSection = (typeof foldedSections)[number]

interface Naming {
  /** The name in the audit trail. It also appears in sentences, in lowercase. */
  name: string
  /** The name on other screens, if it differs. The form appends the unit. */
  label?: string
  /** The header in the import template, if it differs. Imports also recognize other headers. */
  header?: string
  otherNames?: readonly string[]
  example: string
}

interface Placement {
  isRequired?: true
  /** If omitted, the page and the comparison show the field next to figures derived from it. */
  section?: LoanSection
  /**
   * The width in the form. By default, a long text field takes a full row, any other text field half a row, and a
   * figure a third.
   */
  width?: 'whole' | 'half'
  placeholder?: string
  hint?: string
}

export type FieldEntry<Kind extends FieldKind = FieldKind> = {
  [K in Kind]: { kind: K } & Kinds[K] & Naming & Placement
}[Kind]

const table = {
  title: {
    kind: 'text',
    maxLength: textLimits.title,
    name: 'Title',
    label: 'Loan Title',
    isRequired: true,
    placeholder: 'Harbor Point Apartments',
    otherNames: [
      'Loan Title',
      'Loan',
      'Loan Name',
      'Name',
      'Project',
      'Property Name',
      'Deal Name',
      'Deal',
      'Project Name',
      'Asset Name',
    ],
    example: 'Harbor Street Apartments',
  },
  borrowerName: {
    kind: 'text',
    maxLength: textLimits.name,
    name: 'Borrower Name',
    isRequired: true,
    placeholder: 'Harbor Point Holdings LLC',
    otherNames: [
      'Borrower',
      'Obligor',
      'Obligor Name',
      'Legal Borrower',
      'Borrower, Legal',
      'Mortgagor',
    ],
    example: 'Harbor Street Holdings LLC',
  },
  propertyAddress: {
    kind: 'text',
    maxLength: textLimits.address,
    name: 'Property Address',
    width: 'whole',
    placeholder: '12 Harbor Street, Boston, MA 02110',
    otherNames: [
      'Address',
      'Location',
      'Street',
      'Street Address',
      'Property Street',
      'Prop Address',
      'Prop Addr',
    ],
    example: '12 Harbor Street, Portland, ME 04101',
  },
  amount: {
    kind: 'money',
    name: 'Amount',
    label: 'Loan Amount',
    isRequired: true,
    placeholder: '2500000',
    otherNames: [
      ...['Loan Amount', 'Loan Amt', 'Principal', 'Loan Amount (USD)', 'Original Amount'],
      ...['Original Loan Amount', 'Original Balance', 'Original Loan Balance', 'Loan Balance'],
      ...['Loan Size', 'Orig Amount', 'Orig Amt', 'Orig Balance', 'Orig Bal', 'Orig Loan Amt'],
      // The balance can be lower than the amount, so these are tried last.
      ...['UPB', 'Unpaid Principal Balance', 'Current Balance', 'Curr Bal'],
    ],
    example: '$1,250,000.00',
  },
  interestRate: {
    kind: 'percent',
    name: 'Interest Rate',
    isRequired: true,
    placeholder: '7.25',
    otherNames: [
      ...['Rate', 'Note Rate', 'Coupon', 'Coupon Rate', 'Cpn', 'Int Rate', 'Mortgage Rate'],
      ...['Current Rate', 'Curr Rate'],
    ],
    example: '7.25%',
  },
  term: {
    kind: 'months',
    name: 'Term',
    header: 'Term (Months)',
    isRequired: true,
    placeholder: '36',
    otherNames: ['Term', 'Months', 'Loan Term', 'Original Term', 'Orig Term', 'Tenor'],
    example: '24',
  },
  status: {
    kind: 'text',
    maxLength: textLimits.name,
    choices: loanStatuses,
    name: 'Status',
    label: 'Loan Status',
    otherNames: ['Stage'],
    example: 'Underwriting',
  },
  fundedOn: {
    kind: 'day',
    name: 'Funding Date',
    label: 'Funded On',
    header: 'Funded On',
    // The header "Closing Date" isn't recognized, because such a column often contains a planned date.
    otherNames: ['Funding Date', 'Funded Date', 'Date Funded'],
    example: '',
  },
  propertyType: {
    kind: 'text',
    maxLength: textLimits.propertyType,
    choices: formPropertyTypes,
    name: 'Property Type',
    otherNames: ['Type', 'Asset Class', 'Asset Type', 'Prop Type', 'Ppty Type'],
    example: 'Multifamily',
  },
  purpose: {
    kind: 'text',
    hasLines: true,
    maxLength: textLimits.purpose,
    name: 'Purpose',
    section: 'Background',
    placeholder: 'What the borrower needs the money for',
    otherNames: ['Loan Purpose'],
    example: 'Acquisition',
  },
  summary: {
    kind: 'text',
    hasLines: true,
    maxLength: textLimits.summary,
    name: 'Summary',
    section: 'Background',
    placeholder: 'What lenders should know',
    otherNames: ['Description', 'Loan Summary'],
    example: '24 units near the harbor, fully leased.',
  },
  asIsValue: {
    kind: 'money',
    name: 'As-Is Value',
    subject: 'As-Is Value',
    label: 'Property As-Is Value',
    width: 'half',
    placeholder: '3200000',
    otherNames: ['Appraised Value', 'Appraised Val', 'Appr Value'],
    example: '$2,000,000.00',
  },
  asCompleteValue: {
    kind: 'money',
    name: 'As-Complete Value',
    subject: 'As-Complete Value',
    width: 'half',
    placeholder: '4100000',
    otherNames: ['Stabilized Value'],
    example: '$2,400,000.00',
  },
  ltv: {
    kind: 'percent',
    mayBeZero: true,
    name: 'LTV',
    placeholder: '65.00',
    otherNames: ['Loan to Value', 'LTV Ratio', 'Cut-Off LTV', 'Current LTV', 'Curr LTV'],
    example: '62.50%',
  },
  originationFee: {
    kind: 'percent',
    mayBeZero: true,
    name: 'Origination Fee',
    section: 'Terms',
    placeholder: '1.50',
    otherNames: ['Fee', 'Orig Fee'],
    example: '1.00%',
  },
  interestReserve: {
    kind: 'money',
    mayBeZero: true,
    name: 'Interest Reserve',
    section: 'Terms',
    placeholder: '150000',
    otherNames: ['Reserve'],
    example: '$50,000.00',
  },
  propertyOccupancy: {
    kind: 'text',
    maxLength: textLimits.propertyType,
    choices: occupancies,
    name: 'Property Occupancy',
    section: 'Property',
    otherNames: ['Occupancy'],
    example: 'Investment Property',
  },
  imageUrl: {
    kind: 'text',
    maxLength: textLimits.imageUrl,
    name: 'Image URL',
    label: 'Image URL (optional)',
    hint: "Without one, the loan's cover photo is shown.",
    placeholder: 'https://example.com/harbor-point.jpg',
    otherNames: ['Image', 'Picture'],
    example: '',
  },
  ...creditFields,
} as const satisfies Record<string, FieldEntry>

export type LoanField = keyof typeof table
export const loanFields: Record<LoanField, FieldEntry> = table

// `Object.keys` is typed as `string[]`, but these are exactly the table's keys.
export const loanFieldNames = Object.keys(table) as LoanField[]

export const isLoanField = (name: string): name is LoanField => Object.hasOwn(table, name)

export const fieldsOfSection = (section: LoanSection) =>
  loanFieldNames.filter((field) => loanFields[field].section === section)

export const isFoldedSection = (section: LoanSection | undefined): section is FoldedSection =>
  foldedSections.some((each) => each === section)

export const isLongText = (entry: FieldEntry) => entry.kind === 'text' && entry.hasLines === true

type Makers = {
  [Kind in FieldKind]: (entry: FieldEntry<Kind>, field: LoanField) => unknown
}
type Made<By extends Makers> = {
  [Field in LoanField]: ReturnType<By[(typeof table)[Field]['kind']]>
}

/** Applies each field type's function, and returns the results by field. */
export function makeByKind<By extends Makers>(makers: By): Made<By> {
  const made = loanFieldNames.map((field) => {
    const entry = loanFields[field]
    // This is the function for the entry's type, but TypeScript can't infer that.
    const make = makers[entry.kind] as (entry: FieldEntry, field: LoanField) => unknown
    return [field, make(entry, field)]
  })
  return Object.fromEntries(made) as Made<By>
}
