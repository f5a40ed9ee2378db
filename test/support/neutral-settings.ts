/**
 * Sets every setting to an empty string. Programs started by tests, scans, or drills then ignore the operator's `.env`
 * in this folder.
 */
const names = [
  ...['ADMIN_EMAIL', 'ADMIN_PASSWORD', 'DATABASE_CONNECTIONS', 'DATABASE_URL', 'DATA_DIR'],
  ...[
    'DRAIN_SECONDS',
    'HOST',
    'LOG_LEVEL',
    'MAIL_FROM',
    'NODE_ENV',
    'PORT',
    'PUBLIC_LOANS',
    'PUBLIC_URL',
    'RATE_LIMIT',
  ],
  ...['REQUIRE_ADMIN_2FA', 'SAMPLE_DATA', 'SECRETS_KEY', 'SESSION_IDLE_MINUTES'],
  ...['SESSION_MAX_HOURS', 'SMTP_URL', 'TIME_ZONE', 'TRUST_PROXY', 'TWO_ADMINISTRATORS'],
  ...['WORKERS'],
  ...['S3_ACCESS_KEY_ID', 'S3_BUCKET', 'S3_ENDPOINT', 'S3_REGION', 'S3_SECRET_ACCESS_KEY'],
  ...['BRAND_ADDRESS', 'BRAND_EMAIL', 'BRAND_LOGO_URL', 'BRAND_NAME', 'BRAND_NETWORK_URL'],
  ...['BRAND_APPROVAL_TIME', 'BRAND_PHONE', 'BRAND_WEBSITE'],
]

export const neutralSettings: Record<string, string> = Object.fromEntries(
  names.map((name) => [name, '']),
)
