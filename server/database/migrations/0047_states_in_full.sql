-- Addresses that end in another spelling of the country, or with a state in full, are found by the state as well.
CREATE FUNCTION "state_of_address"("address" text) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  with_zip text := regexp_replace("address" COLLATE "C",
    '(?:,\s*|\s+)(?:USA?|U\.S\.(?:A\.?)?|United States(?: of America)?)\s*$', '', 'i');
  up_to_state text := regexp_replace(with_zip COLLATE "C", ',?\s+\d{5}(?:-\d{4})?\s*$', '');
  letters text := upper(substring(up_to_state COLLATE "C" from CASE WHEN up_to_state = with_zip
    THEN '(?:,\s*|\s(?=[A-Z]{2}))([A-Za-z]{2})\s*$' ELSE '[\s,]([A-Za-z]{2})\s*$' END));
  words text;
  state text;
BEGIN
  IF letters IS NOT NULL THEN
    RETURN letters;
  END IF;
  -- The last three words, the last two, the last one. A pattern of all names takes a millisecond.
  words := btrim(substring(lower(right(up_to_state, 40) COLLATE "C")
    from '(?:^|[\s,])(?:[a-z]+ ){0,2}[a-z]+\s*$'), E' ,\t\n\r');
  WHILE state IS NULL AND words <> '' LOOP
    state := CASE words
      WHEN 'alabama' THEN 'AL' WHEN 'alaska' THEN 'AK' WHEN 'arizona' THEN 'AZ' WHEN 'arkansas' THEN 'AR'
      WHEN 'california' THEN 'CA' WHEN 'colorado' THEN 'CO' WHEN 'connecticut' THEN 'CT'
      WHEN 'delaware' THEN 'DE' WHEN 'florida' THEN 'FL' WHEN 'georgia' THEN 'GA' WHEN 'hawaii' THEN 'HI'
      WHEN 'idaho' THEN 'ID' WHEN 'illinois' THEN 'IL' WHEN 'indiana' THEN 'IN' WHEN 'iowa' THEN 'IA'
      WHEN 'kansas' THEN 'KS' WHEN 'kentucky' THEN 'KY' WHEN 'louisiana' THEN 'LA' WHEN 'maine' THEN 'ME'
      WHEN 'maryland' THEN 'MD' WHEN 'massachusetts' THEN 'MA' WHEN 'michigan' THEN 'MI'
      WHEN 'minnesota' THEN 'MN' WHEN 'mississippi' THEN 'MS' WHEN 'missouri' THEN 'MO' WHEN 'montana' THEN 'MT'
      WHEN 'nebraska' THEN 'NE' WHEN 'nevada' THEN 'NV' WHEN 'new hampshire' THEN 'NH'
      WHEN 'new jersey' THEN 'NJ' WHEN 'new mexico' THEN 'NM' WHEN 'new york' THEN 'NY'
      WHEN 'north carolina' THEN 'NC' WHEN 'north dakota' THEN 'ND' WHEN 'ohio' THEN 'OH'
      WHEN 'oklahoma' THEN 'OK' WHEN 'oregon' THEN 'OR' WHEN 'pennsylvania' THEN 'PA'
      WHEN 'rhode island' THEN 'RI' WHEN 'south carolina' THEN 'SC' WHEN 'south dakota' THEN 'SD'
      WHEN 'tennessee' THEN 'TN' WHEN 'texas' THEN 'TX' WHEN 'utah' THEN 'UT' WHEN 'vermont' THEN 'VT'
      WHEN 'virginia' THEN 'VA' WHEN 'washington' THEN 'WA' WHEN 'west virginia' THEN 'WV'
      WHEN 'wisconsin' THEN 'WI' WHEN 'wyoming' THEN 'WY' WHEN 'district of columbia' THEN 'DC'
      WHEN 'american samoa' THEN 'AS' WHEN 'guam' THEN 'GU' WHEN 'northern mariana islands' THEN 'MP'
      WHEN 'puerto rico' THEN 'PR' WHEN 'virgin islands' THEN 'VI'
      END;
    words := substr(words, nullif(strpos(words, ' '), 0) + 1);
  END LOOP;
  RETURN state;
END
$$;--> statement-breakpoint
CREATE INDEX "loans_in_state_newest" ON "loans" USING btree (
  coalesce(substring(right("property_address", 24) from '[\s,](?!US)([A-Z]{2})(?:\s+\d{5}(?:-\d{4})?)?\s*$'), state_of_address("property_address")),"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
DROP INDEX "loans_state_newest";
