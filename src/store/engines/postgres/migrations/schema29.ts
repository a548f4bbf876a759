const CHANGES = 'UPDATE OF language, trustedform_cert_url, jornaya_lead_id, forgotten'

const trigger = (when: string) => `
  CREATE TRIGGER count_hours_of_earlier_release_${when.split(' ')[0]!.toLowerCase()} ${when} FOR EACH ROW
    WHEN (current_setting('leadloom.counts_hours', true) IS DISTINCT FROM 'yes')
    EXECUTE FUNCTION count_hours_of_earlier_release();`

/** The tables of ../../sqlite/migrations/schema48.ts. What servers of the release before write beside newer ones is counted by
 *  triggers, which go with the next release. They wait until what is being written is committed: no session that was there before is
 *  counted by them until it has been counted as a whole. */
export const SCHEMA_29: readonly string[] = [
  `
  CREATE TABLE totals_hours (
    slot BIGINT NOT NULL DEFAULT CAST(current_setting('leadloom.slot') AS BIGINT),
    hour BIGINT NOT NULL,
    path TEXT COLLATE "C" NOT NULL,
    language TEXT COLLATE "C" NOT NULL,
    page_visits BIGINT NOT NULL,
    visits BIGINT NOT NULL,
    registrations BIGINT NOT NULL,
    sold BIGINT NOT NULL,
    returned BIGINT NOT NULL,
    cents BIGINT NOT NULL,
    certifiable BIGINT NOT NULL,
    trustedform BIGINT NOT NULL,
    jornaya BIGINT NOT NULL,
    both_certificates BIGINT NOT NULL,
    PRIMARY KEY (hour, path, language, slot)
  );
  CREATE TABLE uncounted_sessions (
    last_session BIGINT NOT NULL PRIMARY KEY,
    first_session BIGINT NOT NULL
  );
  CREATE INDEX sales_by_session ON sales (session);

  LOCK TABLE sessions, events, consents, sales IN SHARE ROW EXCLUSIVE MODE;
  INSERT INTO uncounted_sessions (last_session, first_session)
    SELECT MAX(session), MIN(session) FROM sessions HAVING MAX(session) IS NOT NULL;
  CREATE FUNCTION add_hours(of_session BIGINT, sign BIGINT, without_table TEXT, without_entry BIGINT) RETURNS void
  LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM FROM uncounted_sessions WHERE of_session BETWEEN first_session AND last_session;
    IF FOUND THEN RETURN; END IF;
    INSERT INTO totals_hours (hour, path, language, page_visits, visits, registrations, sold, returned, cents,
      certifiable, trustedform, jornaya, both_certificates)
    WITH asked AS (
      SELECT decision FROM consents WHERE session = of_session AND NOT (without_table = 'consents' AND entry = without_entry)
    ), one AS (
      SELECT language, forgotten, trustedform_cert_url IS NOT NULL AS trustedform, jornaya_lead_id IS NOT NULL AS jornaya,
        NOT EXISTS (SELECT FROM asked) OR EXISTS (SELECT FROM asked WHERE decision = 'agreed') AS agreed
      FROM sessions WHERE session = of_session
    ), counted AS (
      SELECT kind, path, at, 0 AS sold, 0 AS cents FROM events JOIN channels USING (channel)
        WHERE session = of_session AND kind <> 'impression'
          AND NOT (without_table = 'events' AND entry = without_entry)
      UNION ALL
      SELECT 'sale', path, at, sold, cents FROM sales
        WHERE session = of_session AND NOT (without_table = 'sales' AND entry = without_entry)
    )
    SELECT at / 3600000 * 3600000, path, language,
      sign * COUNT(*) FILTER (WHERE kind = 'page_visit'), sign * COUNT(*) FILTER (WHERE kind = 'visit'),
      sign * COUNT(*) FILTER (WHERE kind = 'registration'), sign * COUNT(*) FILTER (WHERE sold = 1),
      sign * COUNT(*) FILTER (WHERE sold = -1), sign * SUM(cents),
      sign * COUNT(*) FILTER (WHERE kind = 'registration' AND forgotten = 0),
      sign * COUNT(*) FILTER (WHERE kind = 'registration' AND agreed AND trustedform),
      sign * COUNT(*) FILTER (WHERE kind = 'registration' AND agreed AND jornaya),
      sign * COUNT(*) FILTER (WHERE kind = 'registration' AND agreed AND trustedform AND jornaya)
    FROM one, counted GROUP BY 1, path, language
    ON CONFLICT (hour, path, language, slot) DO UPDATE
    SET page_visits = totals_hours.page_visits + excluded.page_visits, visits = totals_hours.visits + excluded.visits,
      registrations = totals_hours.registrations + excluded.registrations, sold = totals_hours.sold + excluded.sold,
      returned = totals_hours.returned + excluded.returned, cents = totals_hours.cents + excluded.cents,
      certifiable = totals_hours.certifiable + excluded.certifiable,
      trustedform = totals_hours.trustedform + excluded.trustedform, jornaya = totals_hours.jornaya + excluded.jornaya,
      both_certificates = totals_hours.both_certificates + excluded.both_certificates;
  END $$;
  CREATE FUNCTION count_hours_of_earlier_release() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' THEN
      PERFORM add_hours(NEW.session, CASE TG_WHEN WHEN 'BEFORE' THEN -1 ELSE 1 END, '', 0);
      RETURN NEW;
    END IF;
    PERFORM FROM sessions WHERE session = NEW.session FOR NO KEY UPDATE;
    PERFORM add_hours(NEW.session, -1, TG_TABLE_NAME, NEW.entry);
    PERFORM add_hours(NEW.session, 1, '', 0);
    RETURN NEW;
  END $$;
  ${trigger('AFTER INSERT ON events')}
  ${trigger('AFTER INSERT ON consents')}
  ${trigger('AFTER INSERT ON sales')}
  ${trigger(`BEFORE ${CHANGES} ON sessions`)}
  ${trigger(`AFTER ${CHANGES} ON sessions`)}
  `,
]
