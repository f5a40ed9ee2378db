import type { PendingUser } from '#contract/accounts/users.ts'
import { firmRoleLabels } from '#domain/access.ts'
import { emailDomainOf, maxColleagues, publicEmailDomains } from '#domain/texts.ts'

type Described = Pick<PendingUser, 'email' | 'companyName' | 'firmName' | 'colleagues'>

export interface Evidence {
  text: string
  /** True for what speaks against the person, because anyone can give the company of others. */
  isWarning?: boolean
}

/** Returns texts such as "Same email domain as Ada Cole", one for each likeness. */
export function describeColleagues({ email, companyName, firmName, colleagues }: Described) {
  const domain = emailDomainOf(email)
  const isPublic = publicEmailDomains.includes(domain)
  const namesOf = (shares: PendingUser['colleagues'][number]['shares']) =>
    listNames(colleagues.filter((each) => each.shares === shares).map(({ name }) => name))
  const [inFirm, ofDomain, ofCompany] = [
    namesOf('firm'),
    namesOf('emailDomain'),
    namesOf('company'),
  ]
  const given = [
    ...(firmName === null ? [] : ['firm']),
    ...(companyName === null ? [] : ['company']),
    ...(isPublic ? [] : ['email domain']),
  ]
  const evidence: (Evidence | '' | false)[] = [
    inFirm && { text: `In the same firm as ${inFirm}` },
    ofDomain && { text: `Same email domain as ${ofDomain}` },
    ofCompany && {
      text: `Gave the same company as ${ofCompany}${isPublic ? '' : ', but another email domain'}`,
      isWarning: inFirm === '' && ofDomain === '',
    },
    colleagues.length === 0 &&
      given.length > 0 && { text: `No approved person shares the ${orList.format(given)}` },
    isPublic && { text: `Public email service, ${domain}`, isWarning: true },
  ]
  return evidence.filter((each) => each !== '' && each !== false)
}

/** True if something speaks against the person. */
export const isDoubtful = (user: Described): boolean =>
  describeColleagues(user).some(({ isWarning }) => isWarning)

/** Returns text such as "Will act for Alder Fund, as viewer". The first person of a firm manages it. */
export const describeFirm = ({ firmName, firmRole }: Pick<PendingUser, 'firmName' | 'firmRole'>) =>
  firmName === null
    ? 'Will act for a new firm'
    : `Will act for ${firmName}, as ${firmRoleLabels[firmRole].toLowerCase()}`

const orList = new Intl.ListFormat('en', { type: 'disjunction' })
const andList = new Intl.ListFormat('en')

/** Returns text such as "Ada Cole, Bo Cole, Cy Cole, and 2 more". */
function listNames(names: readonly string[]) {
  const more = names.length - 3
  if (more <= 0) return andList.format(names)
  const least = names.length < maxColleagues ? '' : 'at least '
  return andList.format([...names.slice(0, 3), `${least}${more} more`])
}
