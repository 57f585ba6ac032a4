"""The files by which cloud-init makes a written card a table, held against cloud-init's and netplan's own rules."""

import shutil
import subprocess
from pathlib import Path

import pytest

from controller.appliance import cloud_init
from controller.appliance.cloud_init import CardFileError, Login, Wlan
from tests.support.loops import some

KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKf0 anna@home"
LOGINS = [
    Login(),
    Login("anna", KEY),
    Login("anna", KEY, "$6$rounds=5000$salt$hash./"),
    Login("anna", "", "$y$j9T$salt$hash"),
]
PLAN = {"words": {"title": "“Zürich” 'x' \\ \" $HOME `id`\ttab"}, "git": "", "camera": "END-OF-FILE"}
SSIDS = ["home", 'Zum "Löwen"', "it's: {a}, [b] #c", "- x", "null", "無線", "📶 café", "\\ back", "&x *y !z %d"]


@pytest.mark.parametrize(
    ("ssid", "password", "key"),
    [
        ("IEEE", "password", "f42c6fc52df0ebef9ebb4b90b38a5f902e83fe1b135a70e23aed762e9710a12e"),
        ("ThisIsASSID", "ThisIsAPassword", "0dc0d6eb90555ed6419756b9a15ec3e3209b63df707dd508d14581f8982721af"),
        ("any", "AB" * 32, "ab" * 32),
    ],
)
def test_the_key_of_a_wlan_is_that_of_ieee_802_11(ssid: str, password: str, key: str) -> None:
    """Its own vectors (annex J.4.2), and a key that is one already."""
    assert Wlan.of(ssid, password, "CH").key == key


@pytest.mark.parametrize(
    ("ssid", "password", "country", "said"),
    [
        ("", "long enough", "CH", "1 to 32"),
        ("ü" * 17, "long enough", "CH", "1 to 32"),
        ("a\nb", "long enough", "CH", r"'a\\nb'"),
        ("home", "short", "CH", "8 to 63"),
        ("home", "x" * 64, "CH", "8 to 63"),
        ("home", "pässword", "CH", "ASCII"),
        ("home", "long enough", "Swiss", "'Swiss'"),
        ("home", "long enough", "", "such as CH"),
    ],
)
def test_a_wlan_that_there_cannot_be_is_refused_by_what_was_typed(
    ssid: str, password: str, country: str, said: str
) -> None:
    with pytest.raises(CardFileError, match=said) as refused:
        Wlan.of(ssid, password, country)
    assert password not in str(refused.value)


@pytest.mark.parametrize(
    ("login", "said"),
    [
        ({"user": "root"}, "not root"),
        ({"user": "Anna B"}, "'Anna B'"),
        ({"key": "-----BEGIN OPENSSH PRIVATE KEY-----"}, r"\.pub"),
        ({"key": f"{KEY}\nruncmd: [reboot]"}, r"\.pub"),
        ({"password": "secret"}, "hash"),
    ],
)
def test_a_login_that_cannot_be_is_refused(login: dict[str, str], said: str) -> None:
    with pytest.raises(CardFileError, match=said):
        Login(**login)


@pytest.mark.parametrize("name", ["raspberrypi", "schiri_1", "schiri-", "Schiri", "schiri.local", "schiri" + "x" * 60])
def test_a_machine_has_a_name_by_which_it_is_known_as_a_table(name: str) -> None:
    with pytest.raises(CardFileError, match="begins with schiri"):
        cloud_init.check_name(name)
    for good in some(("schiri", "schiri-kitchen", "schiri2")):
        cloud_init.check_name(good)


@pytest.mark.needs("cloud-init")
@pytest.mark.parametrize("login", LOGINS)
def test_cloud_init_itself_takes_the_user_data(login: Login, tmp_path: Path) -> None:
    file = tmp_path / "user-data"
    file.write_text(cloud_init.user_data("schiri-kitchen", login, "Europe/Zurich", PLAN), encoding="utf-8")
    told = subprocess.run(["cloud-init", "schema", "-c", file], check=False, capture_output=True, text=True)  # noqa: S603, S607 - Debian's own
    assert (told.returncode, "Valid" in told.stdout) == (0, True), told.stdout + told.stderr


@pytest.mark.needs("cloud-init")
def test_cloud_init_writes_the_program_the_plan_and_the_service_as_they_are(tmp_path: Path) -> None:
    """Its own parser reads the file, and the shell writes what it is told, into a folder instead of the machine's."""
    text = cloud_init.user_data("schiri", Login(), "", PLAN)
    read = "import sys, yaml; [script] = yaml.safe_load(sys.stdin)['bootcmd']; print(script)"
    parsed = subprocess.run(["/usr/bin/python3", "-c", read], input=text, check=True, capture_output=True, text=True)  # noqa: S603 - our own words
    script = parsed.stdout.replace("/var/lib/", f"{tmp_path}/var/lib/").replace("/etc/", f"{tmp_path}/etc/")
    (tmp_path / "etc/systemd/system/multi-user.target.wants").mkdir(parents=True)
    silent = "sync() { :; }\nsystemctl() { echo $*; }\n"
    for _ in range(2):
        done = subprocess.run(["/bin/sh", "-euc", silent + script], check=True, capture_output=True, text=True)  # noqa: S603 - our own words
        assert done.stdout == "daemon-reload\nstart --no-block schiri-first-boot.service\n"
    home, own = tmp_path / "var/lib/schiri-first-boot", Path(cloud_init.first_boot.__file__)
    written = (home / "first_boot.py").read_text(encoding="utf-8").replace(f"{tmp_path}/", "/")
    assert written == own.read_text(encoding="utf-8")
    assert '"camera": "END-OF-FILE"' in (home / "plan.json").read_text(encoding="utf-8")
    assert ((home / "plan.json").stat().st_mode & 0o077, (home / "plan.json").read_text().count("\n")) == (0, 1)
    assert (tmp_path / "etc/systemd/system/multi-user.target.wants/schiri-first-boot.service").resolve().is_file()


@pytest.mark.needs("netplan")
@pytest.mark.parametrize("ssid", SSIDS)
def test_netplan_itself_takes_the_network_and_reads_the_name_as_it_is(ssid: str, tmp_path: Path) -> None:
    wlan = Wlan.of(ssid, "password", "CH")
    folder = tmp_path / "etc" / "netplan"
    folder.mkdir(parents=True)
    (folder / "50-cloud-init.yaml").touch(0o600)
    (folder / "50-cloud-init.yaml").write_text(cloud_init.network_config(wlan), encoding="utf-8")
    netplan = shutil.which("netplan", path="/usr/sbin:/usr/bin:/sbin:/bin")
    assert netplan
    told = subprocess.run([netplan, "generate", "--root-dir", tmp_path], check=False, capture_output=True, text=True)  # noqa: S603 - our own words
    assert (told.returncode, told.stderr) == (0, "")
    taken = (tmp_path / "run/netplan/wpa-wlan0.conf").read_text(encoding="utf-8")
    assert (f'ssid="{ssid}"' in taken, f"psk={wlan.key}" in taken, "country=CH" in taken) == (True, True, True)
    assert "DHCP=yes" in (tmp_path / "run/systemd/network/10-netplan-eth0.network").read_text(encoding="utf-8")


def test_each_file_is_known_as_ours_and_each_card_as_a_new_one() -> None:
    texts = (
        cloud_init.network_config(None),
        cloud_init.meta_data("1"),
        cloud_init.user_data("schiri", Login(), "", PLAN),
    )
    assert [cloud_init.WRITTEN in text for text in some(texts)] == [True] * 3
    assert "wifis" not in texts[0]
    assert cloud_init.meta_data("1") != cloud_init.meta_data("2")
