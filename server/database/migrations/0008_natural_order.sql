-- Sorts titles with numbers by their values, so that "Loan 2" precedes "Loan 10".
CREATE COLLATION IF NOT EXISTS natural_order (provider = icu, locale = 'en-u-kn-true');
