#!/bin/sh
# iso20022.js 0.0.15 drops the leading zeros of account numbers and of some references in camt.053.
# Guess: references and account numbers are texts, so they are returned as the bank wrote them.
# Seen: the bank's reference, the remittance text and account numbers become numbers first. "0x10" becomes 16.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error iso20022.js@0.0.15 >/dev/null
cat > read.mjs <<'JS'
import { CashManagementEndOfDayReport } from 'iso20022.js'

const statement = (reference) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-12-05T06:00:00</CreDtTm></GrpHdr>
<Stmt><Id>S1</Id><CreDtTm>2026-12-05T06:00:00</CreDtTm>
<Acct><Id><Othr><Id>000123456789</Id></Othr></Id><Ccy>USD</Ccy><Svcr><FinInstnId><BIC>AAAAUS33</BIC></FinInstnId></Svcr></Acct>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="USD">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-12-04</Dt></Dt></Bal>
<Ntry><NtryRef>${reference}</NtryRef><Amt Ccy="USD">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-12-04</Dt></BookgDt><AcctSvcrRef>${reference}</AcctSvcrRef><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>XBCT</SubFmlyCd></Fmly></Domn></BkTxCd><NtryDtls><TxDtls><RmtInf><Ustrd>${reference}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
</Stmt></BkToCstmrStmt></Document>`

for (const reference of ['000042', '0x10', '00A42']) {
  const { statements } = CashManagementEndOfDayReport.fromXML(statement(reference))
  const [{ referenceId, accountServicerReferenceId, transactions }] = statements[0].entries
  const found = [referenceId, accountServicerReferenceId, transactions[0].remittanceInformation]
  console.log(`${reference}: ${JSON.stringify(found)}`)
}
const { statements } = CashManagementEndOfDayReport.fromXML(statement('A'))
console.log(`000123456789: ${JSON.stringify(statements[0].account.accountNumber)}`)
JS
expected='000042: ["000042",42,42]
0x10: ["0x10",16,16]
00A42: ["00A42","00A42","00A42"]
000123456789: "123456789"'
seen=$(node read.mjs)
echo "$seen"
[ "$seen" = "$expected" ] || { echo 'This has changed.'; exit 1; }
