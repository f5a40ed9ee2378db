#!/bin/sh
# iso20022.js 0.0.15 says of every entry of camt.053 that it is no reversal.
# Guess: an entry with <RvslInd>true</RvslInd> has reversal: true.
# Seen: false for "true" and for "1", because the XML parser turns them into a boolean and a number first.
# A program that follows it shows money that was taken back as received.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error iso20022.js@0.0.15 >/dev/null
cat > read.mjs <<'JS'
import { CashManagementEndOfDayReport } from 'iso20022.js'

const statement = (flag) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-12-05T06:00:00</CreDtTm></GrpHdr>
<Stmt><Id>S1</Id><CreDtTm>2026-12-05T06:00:00</CreDtTm>
<Acct><Id><Othr><Id>000123456789</Id></Othr></Id><Ccy>USD</Ccy><Svcr><FinInstnId><BIC>AAAAUS33</BIC></FinInstnId></Svcr></Acct>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="USD">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-12-04</Dt></Dt></Bal>
<Ntry><NtryRef>1</NtryRef><Amt Ccy="USD">100.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><RvslInd>${flag}</RvslInd><Sts>BOOK</Sts><BookgDt><Dt>2026-12-04</Dt></BookgDt><AcctSvcrRef>A1</AcctSvcrRef><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>XBCT</SubFmlyCd></Fmly></Domn></BkTxCd></Ntry>
</Stmt></BkToCstmrStmt></Document>`

for (const flag of ['true', '1', 'false']) {
  const { statements } = CashManagementEndOfDayReport.fromXML(statement(flag))
  console.log(`${flag}: ${statements[0].entries[0].reversal}`)
}
JS
expected='true: false
1: false
false: false'
seen=$(node read.mjs)
echo "$seen"
[ "$seen" = "$expected" ] || { echo 'This has changed.'; exit 1; }
