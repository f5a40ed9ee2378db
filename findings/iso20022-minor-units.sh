#!/bin/sh
# iso20022.js 0.0.15 returns amounts of camt.053 in minor units that are not whole, and counts yen in hundredths.
# Guess: an amount in minor units is a whole number, and a yen has no hundredths (ISO 4217).
# Seen: one amount in seven is off by a fraction of a cent, such as 1998.9999999999998 for 19.99. 1,000 yen are 100000.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error iso20022.js@0.0.15 >/dev/null
cat > read.mjs <<'JS'
import { CashManagementEndOfDayReport } from 'iso20022.js'

const statement = (amount, currency) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-12-05T06:00:00</CreDtTm></GrpHdr>
<Stmt><Id>S1</Id><CreDtTm>2026-12-05T06:00:00</CreDtTm>
<Acct><Id><Othr><Id>000123456789</Id></Othr></Id><Ccy>USD</Ccy><Svcr><FinInstnId><BIC>AAAAUS33</BIC></FinInstnId></Svcr></Acct>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="USD">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-12-04</Dt></Dt></Bal>
<Ntry><NtryRef>1</NtryRef><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-12-04</Dt></BookgDt><AcctSvcrRef>A1</AcctSvcrRef><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>XBCT</SubFmlyCd></Fmly></Domn></BkTxCd></Ntry>
</Stmt></BkToCstmrStmt></Document>`

const read = (amount, currency) => {
  const { statements } = CashManagementEndOfDayReport.fromXML(statement(amount, currency))
  return statements[0].entries[0].amount
}

for (const [amount, currency] of [['19.98', 'USD'], ['19.99', 'USD'], ['2277500.55', 'USD'], ['1000', 'JPY']])
  console.log(`${amount} ${currency}: ${read(amount, currency)}`)

let broken = 0
for (let cents = 1; cents <= 1_000; cents += 1)
  if (!Number.isInteger(read((cents / 100).toFixed(2), 'USD'))) broken += 1
console.log(`of 0.01 to 10.00 USD, ${broken} of 1000 are not whole`)
JS
expected='19.98 USD: 1998
19.99 USD: 1998.9999999999998
2277500.55 USD: 227750054.99999997
1000 JPY: 100000
of 0.01 to 10.00 USD, 135 of 1000 are not whole'
seen=$(node read.mjs)
echo "$seen"
[ "$seen" = "$expected" ] || { echo 'This has changed.'; exit 1; }
