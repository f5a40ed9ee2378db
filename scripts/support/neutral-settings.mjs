/**
 * Every setting, as unset. A program that is started to be tried, scanned or done harm to must know
 * nothing of the `.env` that lies in this folder: its database, its mail server and its bucket are
 * somebody's own. An empty setting wins over the one in the file.
 */
const names = [
  ...['ADMIN_EMAIL', 'ADMIN_PASSWORD', 'DATABASE_URL', 'DATA_DIR', 'HOST', 'LOG_LEVEL'],
  ...['MAIL_FROM', 'NODE_ENV', 'PORT', 'PUBLIC_LOANS', 'PUBLIC_URL', 'RATE_LIMIT'],
  ...['REQUIRE_ADMIN_2FA', 'SAMPLE_DATA', 'SECRETS_KEY', 'SESSION_IDLE_MINUTES'],
  ...['SESSION_MAX_HOURS', 'SMTP_URL', 'TRUST_PROXY', 'WORKERS'],
  ...['S3_ACCESS_KEY_ID', 'S3_BUCKET', 'S3_ENDPOINT', 'S3_REGION', 'S3_SECRET_ACCESS_KEY'],
  ...['BRAND_ADDRESS', 'BRAND_EMAIL', 'BRAND_LOGO_URL', 'BRAND_NAME', 'BRAND_NETWORK_URL'],
  ...['BRAND_PHONE', 'BRAND_WEBSITE'],
]

/** @type {Record<string, string>} */
export const neutralSettings = Object.fromEntries(names.map((name) => [name, '']))
