/**
 * Renders an email as HTML. Mail programs ignore much of CSS, so React Email adds tables and attributes, and styles are
 * inline, except for the dark colors, which need a media query.
 */
import type { CSSProperties, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Body } from '@react-email/body'
import { Button } from '@react-email/button'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Html } from '@react-email/html'
import { Preview } from '@react-email/preview'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import {
  greetingOf,
  linesOfSender,
  type MailContent,
  type MailSection,
  type Sender,
} from './mail-content.ts'

/** Adds a line break after the end tag of each block so that saved emails are readable. */
export const htmlOf = (sender: Sender, content: MailContent): string =>
  `<!doctype html>${renderToStaticMarkup(<MailDocument sender={sender} content={content} />)}`.replaceAll(
    /<\/?(?:table|tbody|tr|td|th|p|div|h1|h2|head|style|body)\b[^>]*>/g,
    '$&\n',
  )

/**
 * The colors of the web app's themes (`web/styles.css`). They are converted from `oklch()`, which most mail programs
 * don't support.
 */
const light = {
  page: '#fafaf7',
  card: '#ffffff',
  ink: '#0f1d20',
  muted: '#4c5b5f',
  border: '#dae1e1',
  primary: '#004d4d',
  onPrimary: '#fbfaf6',
}
const dark: typeof light = {
  page: '#091114',
  card: '#101b1d',
  ink: '#eaf0ef',
  muted: '#9eaeb0',
  border: '#263336',
  primary: '#74d1c8',
  onPrimary: '#02181a',
}

const darkRules = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.m-page,.m-page>table>tbody>tr>td{background-color:${dark.page}!important}
.m-card{background-color:${dark.card}!important;border-color:${dark.border}!important}
.m-ink{color:${dark.ink}!important}
.m-muted{color:${dark.muted}!important}
.m-link{color:${dark.primary}!important}
.m-rule{border-color:${dark.border}!important}
.m-button{background-color:${dark.primary}!important;color:${dark.onPrimary}!important}
}`

const fontFamily =
  "Geist,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const plain: CSSProperties = {
  fontFamily,
  fontSize: 16,
  lineHeight: '24px',
  margin: '0 0 16px',
  color: light.ink,
  // Long addresses and names wrap so that the email isn't wider than a phone.
  wordBreak: 'normal',
  overflowWrap: 'anywhere',
}
const small: CSSProperties = {
  ...plain,
  fontSize: 13,
  lineHeight: '20px',
  margin: '0 0 8px',
  color: light.muted,
}

function MailDocument({ sender, content }: { sender: Sender; content: MailContent }) {
  const { subject, title, place, sections, button, remarks = [], why, links = [] } = content
  return (
    <Html lang="en">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style dangerouslySetInnerHTML={{ __html: darkRules }} />
      </Head>
      <Body className="m-page" style={{ margin: 0, padding: 0, backgroundColor: light.page }}>
        <Preview>{previewOf(content)}</Preview>
        <Container style={{ maxWidth: 600 }}>
          <Section style={{ padding: '12px 16px 8px' }}>
            <Text className="m-link" style={{ ...plain, ...brand }}>
              {sender.company.name}
            </Text>
          </Section>
          <Section className="m-card" style={card}>
            <Text className="m-ink" style={{ ...plain, margin: '0 0 8px' }}>
              {greetingOf(content)}
            </Text>
            <Heading title={title} place={place} />
            {sections.map((section, index) => (
              <SectionPart
                key={index}
                section={section}
                isApart={sections.length > 1 && (index > 0 || section.title !== undefined)}
              />
            ))}
            {button && (
              <Button className="m-button" href={button.url} style={buttonStyle}>
                {button.label}
              </Button>
            )}
            {remarks.map((remark, index) => (
              <Text
                key={index}
                className="m-ink"
                style={{ ...plain, margin: index === 0 && button ? '20px 0 12px' : '0 0 12px' }}
              >
                {linesOf(remark)}
              </Text>
            ))}
          </Section>
          <Section style={{ padding: '16px 16px 32px' }}>
            {why && <Small>{why}</Small>}
            {links.length > 0 && (
              <Small>
                {links.map(({ label, url }, index) => (
                  <span key={url}>
                    {index > 0 && ' · '}
                    <a className="m-link" href={url} style={smallLink}>
                      {label}
                    </a>
                  </span>
                ))}
              </Small>
            )}
            <Small>{linesOf(linesOfSender(sender).join('\n'))}</Small>
          </Section>
        </Container>
      </Body>
    </Html>
  )
}

const brand: CSSProperties = { fontSize: 15, fontWeight: 600, margin: 0, color: light.primary }
const card: CSSProperties = {
  backgroundColor: light.card,
  border: `1px solid ${light.border}`,
  borderRadius: 8,
  borderCollapse: 'separate',
  padding: '16px',
}
const buttonStyle: CSSProperties = {
  fontFamily,
  fontSize: 16,
  fontWeight: 600,
  lineHeight: '20px',
  padding: '12px 20px',
  borderRadius: 6,
  backgroundColor: light.primary,
  color: light.onPrimary,
}
const smallLink: CSSProperties = { color: light.primary, textDecoration: 'underline' }

function previewOf({ place, sections }: MailContent): string {
  const [first] = sections
  const figures = (first?.figures ?? []).slice(0, 3).map(([label, value]) => `${label} ${value}`)
  return [place, ...figures, ...(first?.sentences ?? [])].filter(Boolean).join(' · ')
}

const Heading = ({ title, place }: Pick<MailContent, 'title' | 'place'>) => (
  <>
    <h1
      className="m-ink"
      style={{ ...plain, fontSize: 20, lineHeight: '26px', margin: place ? '0 0 2px' : '0 0 12px' }}
    >
      {title}
    </h1>
    {place && (
      <Text className="m-muted" style={{ ...plain, color: light.muted }}>
        {place}
      </Text>
    )}
  </>
)

function SectionPart({ section, isApart }: { section: MailSection; isApart: boolean }) {
  const { title, place, url, sentences = [], figures = [], notes = [] } = section
  return (
    <div
      className="m-rule"
      style={{
        ...(isApart && { borderTop: `1px solid ${light.border}`, paddingTop: 16 }),
      }}
    >
      {title && (
        <h2
          className="m-ink"
          style={{ ...plain, fontSize: 16, margin: place ? 0 : '0 0 4px', fontWeight: 600 }}
        >
          {url ? (
            <a className="m-link" href={url} style={{ color: light.primary }}>
              {title}
            </a>
          ) : (
            title
          )}
        </h2>
      )}
      {place && (
        <Text className="m-muted" style={{ ...small, margin: '0 0 8px' }}>
          {place}
        </Text>
      )}
      {sentences.map((sentence, index) => (
        <Text key={index} className="m-ink" style={plain}>
          {linesOf(sentence)}
        </Text>
      ))}
      {figures.length > 0 && <Figures figures={figures} />}
      {notes.map((note, index) => (
        <Text key={index} className="m-ink" style={plain}>
          {linesOf(note)}
        </Text>
      ))}
      {!title && url && isApart && (
        <Text className="m-ink" style={plain}>
          <a className="m-link" href={url} style={{ color: light.primary }}>
            Open
          </a>
        </Text>
      )}
    </div>
  )
}

const Figures = ({ figures }: { figures: NonNullable<MailSection['figures']> }) => (
  <table
    width="100%"
    border={0}
    cellPadding="0"
    cellSpacing="0"
    style={{ margin: '0 0 20px', borderCollapse: 'collapse' }}
  >
    <tbody>
      {figures.map(([label, value], index) => (
        <tr key={label}>
          <th
            scope="row"
            align="left"
            className="m-muted m-rule"
            style={{
              ...cell,
              ...(index === figures.length - 1 && noRule),
              color: light.muted,
              fontWeight: 400,
              overflowWrap: 'normal',
              paddingRight: 12,
              width: '38%',
            }}
          >
            {label}
          </th>
          <td
            align="right"
            className="m-ink m-rule"
            style={{ ...cell, ...(index === figures.length - 1 && noRule), fontWeight: 600 }}
          >
            {withWholeTime(value)}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const cell: CSSProperties = {
  ...plain,
  fontSize: 15,
  lineHeight: '20px',
  padding: '5px 0',
  borderBottom: `1px solid ${light.border}`,
  verticalAlign: 'top',
}

const noRule: CSSProperties = { borderBottom: 'none' }

const withWholeTime = (text: string) => text.replace(/(\d) ([AP]M) (\S+)$/, '$1\u00a0$2\u00a0$3')

const Small = ({ children }: { children: ReactNode }) => (
  <Text className="m-muted" style={small}>
    {children}
  </Text>
)

const linesOf = (text: string) =>
  text.split('\n').map((line, index) => (
    <span key={index}>
      {index > 0 && <br />}
      {line}
    </span>
  ))
