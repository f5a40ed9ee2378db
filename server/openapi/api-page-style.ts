import { pageColors } from '#server/pages/page-style.ts'

export const apiPageStyle = `
${pageColors}
* { box-sizing: border-box; }
html { scroll-padding-top: 16px; }
body {
  margin: 0 auto; padding: 32px 24px 96px; max-width: 1200px; display: grid; gap: 24px 40px;
  grid-template-columns: minmax(0, 1fr); background: var(--ground); color: var(--ink);
  font: 15px/1.55 var(--font); overflow-wrap: anywhere;
}
header p, .access { color: var(--quiet); }
h1 { font-size: 28px; line-height: 1.2; margin: 0 0 8px; }
h2 { font-size: 21px; margin: 48px 0 12px; }
h3 { font-size: 16px; margin: 0 0 8px; }
h4 { font-size: 14px; margin: 20px 0 8px; }
p { margin: 0 0 8px; }
a { color: var(--link); }
a:focus-visible, [tabindex]:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 16px; top: 8px; background: var(--card); padding: 8px 12px; }
code, pre { font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
h3 code { font-size: 15px; }
pre { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 12px 16px; overflow-x: auto; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav h2 { font-size: 14px; margin: 16px 0 4px; }
nav h2 a { color: var(--ink); }
nav a { display: block; padding: 3px 0; text-decoration: none; }
nav code { display: flex; } nav b { flex: 0 0 58px; }
nav a:hover { text-decoration: underline; }
nav b { font-weight: 600; color: var(--quiet); }
article { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 20px 24px; margin: 0 0 16px; }
fieldset { border: 1px solid var(--line); border-radius: 8px; margin: 16px 0 0; padding: 4px 12px 8px; display: flex; flex-wrap: wrap; gap: 0 20px; }
fieldset label { padding: 4px 0; } legend { padding: 0 4px; font-size: 13px; color: var(--quiet); }
input { accent-color: var(--link); margin: 0 4px 0 0; vertical-align: -1px; }
body:has([value=manager]:checked) [data-access=admin],
body:has([value=lender]:checked) :is([data-access=admin], [data-access=manager]),
body:has([value=viewer]:checked) :is([data-access=admin], [data-access=manager], [data-access=lender]),
body:has([value=pending]:checked) :is([data-access=admin], [data-access=manager], [data-access=lender], [data-access=viewer]),
body:has([value=visitor]:checked) [data-access]:not([data-access=anyone], [data-access=reader]),
body:has([value=manager]:checked) section:has(article):not(:has(article:not([data-access=admin]))),
body:has([value=lender]:checked) section:has(article):not(:has(article:not([data-access=admin], [data-access=manager]))),
body:has([value=viewer]:checked) section:has(article):not(:has(article:not([data-access=admin], [data-access=manager], [data-access=lender]))),
body:has([value=pending]:checked) section:has(article):not(:has(:is([data-access=anyone], [data-access=reader], [data-access=signedIn]))),
body:has([value=visitor]:checked) section:has(article):not(:has(:is([data-access=anyone], [data-access=reader]))) { display: none; }
article:has(:target), tr:has(:target) { outline: 2px solid var(--link); }
.access span { background: var(--soft); color: var(--ink); border-radius: 6px; padding: 2px 8px; margin-right: 6px; font-size: 13px; }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; min-width: 520px; font-size: 14px; }
th, td { text-align: left; vertical-align: top; padding: 8px 16px 8px 0; border-top: 1px solid var(--line); overflow-wrap: normal; }
thead th { border: 0; color: var(--quiet); font-weight: 500; padding-bottom: 4px; }
tbody th, td:nth-of-type(1):not(:last-child) { white-space: nowrap; }
tbody th { font-weight: 500; }
main > section:first-child h2 { margin-top: 0; }
@media (max-width: 959px) {
  nav { display: grid; grid-template-columns: repeat(auto-fill, minmax(128px, 1fr)); gap: 0 16px; }
  nav h2 { margin: 0; }
  nav h2 a { padding: 11px 0; }
  fieldset label { padding: 11px 0; }
  nav ul { display: none; }
}
@media (max-width: 599px) {
  body { padding: 20px 16px 64px; }
  article { padding: 14px 16px; }
  h2 { margin-top: 32px; }
  table, tbody, tr { display: block; min-width: 0; }
  thead { display: none; }
  tr { border-top: 1px solid var(--line); padding: 6px 0; }
  tr:first-child { border: 0; }
  tbody th, td, td:nth-of-type(1):not(:last-child) { display: inline; border: 0; padding: 0 8px 0 0; white-space: normal; }
}
@media (min-width: 960px) {
  body { grid-template-columns: 290px minmax(0, 1fr); }
  header { grid-column: 1 / -1; }
  nav { position: sticky; top: 24px; align-self: start; max-height: calc(100vh - 48px); overflow-y: auto; }
  nav h2:first-child { margin-top: 0; }
}
@media print { nav, fieldset { display: none; } article { break-inside: avoid; } }
`
